#!/bin/sh
# Installs the system packages that Fillet needs and this machine lacks.
#   deps.sh build           what cgo needs to build the window
#   deps.sh build window    and what its tests need to run it without a screen
#   deps.sh build test      and what runs programs for another processor, where it can be had
#   deps.sh browser         Chromium, which the tests of the editor in a browser drive, where it can be had
#   deps.sh web             the fonts of other scripts that the editor in a browser loads, with what cuts them, where they can be had
#   deps.sh build release   and what the archives of a release need
#   deps.sh build pictures  and Tiled's tmxrasterizer, which pictures of maps are compared with, where it can be had
#   deps.sh build peers     and the physics engines that the playtest is compared with, where they can be had
# On Debian and Ubuntu it installs them itself, with sudo where it is not root. Elsewhere it says what to install.
set -eu

if ! command -v "${GO:-go}" >/dev/null 2>&1; then
	echo "Go is missing: install Go 1.26 or later from your system's packages or https://go.dev/dl" >&2
	exit 1
fi

case "$(uname -s)" in
Darwin)
	xcode-select -p >/dev/null 2>&1 || { echo "Fillet needs Apple's compiler: run 'xcode-select --install'" >&2; exit 1; }
	case "$*" in *window*) echo "The window's own tests run on Linux, under Xvfb; skipping what they need." ;; esac
	exit 0 ;;
MINGW* | MSYS* | CYGWIN*)
	command -v gcc >/dev/null 2>&1 || { echo "Fillet needs gcc: install MSYS2 and run 'pacman -S mingw-w64-x86_64-gcc make'" >&2; exit 1; }
	exit 0 ;;
esac

build_packages="gcc pkg-config libgl1-mesa-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev libxkbcommon-dev libwayland-dev"
release_packages="gcc-mingw-w64-x86-64 zip imagemagick librsvg2-bin"
window_packages="xvfb xauth xdotool imagemagick libgl1-mesa-dri xclip strace acl e2fsprogs"

if ! command -v dpkg-query >/dev/null 2>&1; then
	case "$*" in *build*) ;; *) exit 0 ;; esac # what else there is can be done without
	missing=""
	command -v gcc >/dev/null 2>&1 || missing="gcc"
	command -v pkg-config >/dev/null 2>&1 && pkg-config --exists x11 gl xcursor xrandr xinerama xi xxf86vm xkbcommon wayland-client || missing="$missing headers"
	case "$*" in *window*) for c in Xvfb xdotool import; do command -v "$c" >/dev/null 2>&1 || missing="$missing $c"; done ;; esac
	[ -z "$missing" ] && exit 0
	cat >&2 <<'TEXT'
Some packages that Fillet needs are missing. Install them and run this again:
  Fedora   sudo dnf install gcc pkgconf mesa-libGL-devel libX11-devel libXcursor-devel libXrandr-devel libXinerama-devel libXi-devel \
             libXxf86vm-devel libxkbcommon-devel wayland-devel xorg-x11-server-Xvfb xdotool ImageMagick mesa-dri-drivers xclip
  Arch     sudo pacman -S gcc pkgconf libgl libx11 libxcursor libxrandr libxinerama libxi libxxf86vm libxkbcommon wayland \
             xorg-server-xvfb xdotool imagemagick mesa xclip
  macOS    xcode-select --install
  Windows  install MSYS2, then: pacman -S mingw-w64-x86_64-gcc make
TEXT
	exit 1
fi

wanted=""
case "$*" in *build*) wanted="$build_packages" ;; esac
case "$*" in *window*) wanted="$wanted $window_packages" ;; esac
case "$*" in *release*) wanted="$wanted $release_packages" ;; esac
missing=""
for p in $wanted; do
	status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
	[ "$status" = installed ] || missing="$missing $p"
done
optional=""
case "$*" in *test*) command -v qemu-aarch64-static >/dev/null 2>&1 || command -v qemu-aarch64 >/dev/null 2>&1 || optional="qemu-user-static" ;; esac
case "$*" in *browser*) command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || optional="chromium" ;; esac
case "$*" in *pictures*) command -v tmxrasterizer >/dev/null 2>&1 || optional="tiled" ;; esac
case "$*" in *peers*)
	for p in g++ libbox2d-dev libchipmunk-dev; do
		status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
		[ "$status" = installed ] || optional="$optional $p"
	done ;;
esac
# The fonts are not installed, which would fill the menus of all programs, but unpacked.
fonts=""
unpacked="bin/web/packages"
case "$*" in *web*)
	command -v hb-subset >/dev/null 2>&1 || optional="$optional libharfbuzz-bin"
	for p in fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji; do
		status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
		[ "$status" = installed ] || [ -e "$unpacked/usr/share/doc/$p" ] || fonts="$fonts $p"
	done ;;
esac
unpack_fonts() {
	[ -z "$fonts" ] && return
	echo "Unpacking:$fonts"
	mkdir -p "$unpacked"
	# shellcheck disable=SC2086 # a list of packages
	(cd "$unpacked" && apt-get download -q -o APT::Sandbox::User=root $fonts && for p in ./*.deb; do dpkg-deb -x "$p" . && rm -f "$p" || exit 1; done) ||
		echo "$fonts cannot be had here; the editor in a browser shows other scripts as boxes" >&2
}
[ -z "$missing$optional$fonts" ] && exit 0

sudo=""
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null 2>&1; then
		unpack_fonts
		[ -z "$missing" ] && exit 0
		echo "Run as root: apt-get install$missing" >&2
		exit 1
	fi
	sudo="sudo"
fi
if [ -n "$optional" ]; then # its tests are skipped without it
	echo "Installing: $optional"
	# shellcheck disable=SC2086 # a list of packages
	{ $sudo apt-get update -q && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $optional; } ||
		echo "$optional cannot be had here; what needs it is skipped" >&2
elif [ -n "$fonts" ]; then # which come with the lists of packages
	$sudo apt-get update -q || true
fi
unpack_fonts
[ -z "$missing" ] && exit 0
echo "Installing:$missing"
$sudo apt-get update -q
# shellcheck disable=SC2086 # a list of packages
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
