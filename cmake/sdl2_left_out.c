// What SDL2 calls of the code that sdl2_web.cmake leaves out.
#include "SDL.h"

// A blit between software surfaces fails and says so.
int SDL_CalculateBlit(SDL_Surface *surface) {
  (void)surface;
  return SDL_SetError("this build copies no pixels between surfaces");
}

int SDL_RLESurface(SDL_Surface *surface) {
  (void)surface;
  return -1;
}

void SDL_UnRLESurface(SDL_Surface *surface, int recode) {
  (void)surface;
  (void)recode;
}

// Nobody asks for a function of OpenGL by its name. Emscripten's own answer keeps all 600 of them in the pages' script.
void *emscripten_GetProcAddress(const char *name) {
  (void)name;
  return NULL;
}

// There are no game controllers. ImGui's backend looks for them in every frame.
int SDL_NumJoysticks(void) { return 0; }

SDL_bool SDL_IsGameController(int joystick_index) {
  (void)joystick_index;
  return SDL_FALSE;
}

SDL_GameController *SDL_GameControllerOpen(int joystick_index) {
  (void)joystick_index;
  return NULL;
}

void SDL_GameControllerClose(SDL_GameController *controller) { (void)controller; }

Uint8 SDL_GameControllerGetButton(SDL_GameController *controller, SDL_GameControllerButton button) {
  (void)controller;
  (void)button;
  return 0;
}

Sint16 SDL_GameControllerGetAxis(SDL_GameController *controller, SDL_GameControllerAxis axis) {
  (void)controller;
  (void)axis;
  return 0;
}
