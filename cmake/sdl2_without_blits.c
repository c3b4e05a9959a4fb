// What SDL2 calls of the code that sdl2_web.cmake leaves out. A blit between software surfaces fails and says so.
#include "SDL.h"

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
