# Uses apt without root and without touching the machine's own apt. setup.sh and emscripten.sh source this.
#
#   attn_mirror                                 the mirror that this machine installs from
#   attn_private_apt FOLDER KIND SUITE ARG...   apt-get with FOLDER for all it keeps, and of all sources only the KIND (deb, deb-src) of SUITE

# Proxies and local mirrors work here too.
attn_mirror() {
  apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
    awk '$2 == "Debian" && $3 == "Debian" {print $1; found = 1; exit} END {if (!found) print "http://deb.debian.org/debian/"}'
}

attn_private_apt() {
  local folder=$1 kind=$2 suite=$3
  shift 3
  mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/state"
  touch "$folder/state/status"
  echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(attn_mirror) $suite main" >"$folder/sources.list"
  apt-get -q -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o Dir::Etc::preferences=/dev/null -o Dir::State="$folder/state" -o Dir::State::lists="$folder/lists" -o Dir::State::status="$folder/state/status" \
    -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}
