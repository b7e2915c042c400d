#!/bin/sh
# Installs what make targets need and this machine lacks: deps.sh GROUP... installs the groups below, and always Go. On
# Debian and Ubuntu it installs packages, with sudo if it is not root; on other systems it lists them.
set -eu
exec 9<"$0"
cd "$(dirname "$0")/.."
PATH=$PWD/.go/bin:$PATH
export PATH GOTOOLCHAIN="${GOTOOLCHAIN:-auto}"
go=${GO:-go}

# The libraries that the window is compiled with.
headers="libc6-dev libgl1-mesa-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev
	libxkbcommon-dev libwayland-dev"

# Lists the Debian packages of a group. need PACKAGE... ends make if one cannot be installed. want SKIPPED PACKAGE
# [COMMAND]... only reports SKIPPED if the package is missing; any of the commands replaces it. unpack PACKAGE...
# unpacks the page's fonts.
group() {
	case $1 in
	go) ;;
	build) need gcc pkg-config $headers ;; # cgo, for the window
	window) # tests of the window
		need xvfb xauth xdotool imagemagick libgl1-mesa-dri xclip strace acl e2fsprogs ;;
	processors) want "tests for other processors" qemu-user-static qemu-aarch64-static qemu-aarch64 ;;
	browser) want "tests in a browser" chromium chromium chromium-browser google-chrome ;;
	web) # fonts of other scripts for the page, and the program that cuts them
		need libharfbuzz-bin
		unpack fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji ;;
	test) for part in build window browser; do group $part; done ;;
	beside) need xvfb xdotool libgl1-mesa-dri tiled ;;
	peers)
		want "Box2D and Chipmunk" g++ g++
		want "Box2D" libbox2d-dev
		want "Chipmunk" libchipmunk-dev ;;
	pictures) want "pictures of Tiled maps" tiled tmxrasterizer ;;
	exportcheck)
		want "Phaser, planck and Godot" nodejs node
		want "Phaser, planck and Godot" npm npm
		want "the Lua template" love love
		want "the C# loaders" mono-mcs mcs
		want "the C loaders" g++ g++
		want "the loader for Chipmunk in C" libchipmunk-dev ;;
	release)
		need gcc-mingw-w64-x86-64 zip imagemagick librsvg2-bin
		if [ "$(dpkg --print-architecture)" = amd64 ]; then
			need gcc-aarch64-linux-gnu
			unpack_for arm64 headers $headers
		fi ;;
	packages) # made by make release
		need xvfb xauth xdotool
		want "the packages" debootstrap debootstrap
		want "the window on arm64" qemu-user-static qemu-aarch64-static
		rm -rf bin/sysroot/installed
		unpack_for arm64 installed "$PWD"/dist/fillet_*_arm64.deb ;;
	fresh) want "fresh machines" debootstrap debootstrap ;;
	*) fail "tools/deps.sh has no group $1" ;;
	esac
}

fail() {
	printf '%s\n' "$*" >&2
	exit 1
}

have() {
	command -v "$1" >/dev/null 2>&1
}

installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

need() {
	for package; do
		installed "$package" || missing="$missing $package"
	done
}

want() {
	skipped=$1 package=$2
	shift 2
	for command; do
		! have "$command" || return 0
	done
	installed "$package" || install "$package" || echo "Skipping $skipped: $package is not installed: $why" >&2
}

# Unpacks fonts into a folder that tools/web reads. Installed, they would fill the font menus of all programs.
unpack() {
	mkdir -p bin/web/packages
	for package; do
		! installed "$package" || continue
		[ ! -e "bin/web/packages/$package" ] || continue
		update
		echo "Unpacking: $package"
		(
			cd bin/web/packages
			apt-get download -q -o APT::Sandbox::User=root "$package" && dpkg-deb -x "$package"_*.deb . &&
				rm "$package"_*.deb && touch "$package"
		) || fail "The fonts of the page are missing. Run this, then make again:
  cd bin/web/packages && apt-get download $package && dpkg-deb -x ${package}_*.deb . && touch $package"
	done
}

# Unpacks packages of another architecture, with all that they depend on, into a folder of bin/sysroot: unpack_for
# ARCHITECTURE FOLDER PACKAGE... It needs no rights and leaves the system as it is.
unpack_for() {
	root=$PWD/bin/sysroot/$2
	[ ! -e "$root" ] || return 0
	echo "Unpacking for $*"
	mkdir -p "$root.new/apt/lists/partial" "$root.new/apt/archives/partial"
	(
		cd "$root.new"
		options="-q -y -o APT::Architecture=$1 -o APT::Architectures=$1 -o APT::Sandbox::User= -o Dir::State=$PWD/apt
			-o Dir::State::status=/dev/null -o Dir::Cache=$PWD/apt -o Debug::NoLocking=1"
		shift 2
		# shellcheck disable=SC2086 # a list of options
		apt-get $options update && apt-get $options install --download-only --no-install-recommends "$@" || exit 1
		for package in apt/archives/*.deb; do
			dpkg-deb -x "$package" . || exit 1
		done
		rm -r apt
	) || fail "The libraries for $1 could not be unpacked into bin/sysroot"
	mv "$root.new" "$root"
}

# Runs apt-get as root, waiting for dpkg's lock, and keeps its errors.
apt() {
	$sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
		apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null 2>"$log" && return
	why=$(grep -E '^(E|sudo):' "$log" | grep -v 'resolve host' | head -n 1)
	return 1
}

# Updates the package lists once. apt-get does not wait for their lock: five minutes, like dpkg's.
update() {
	[ -z "$updated" ] || return 0
	updated=yes
	[ -n "$sudo" ] || [ "$(id -u)" -eq 0 ] || return 0
	tries=100
	while ! apt update && grep -q lists/lock "$log" && [ $tries -gt 0 ]; do
		tries=$((tries - 1))
		sleep 3
	done
	cat "$log" >&2 # an older list may still do
}

install() {
	why="this needs root or sudo"
	[ -n "$sudo" ] || [ "$(id -u)" -eq 0 ] || return 1
	update
	echo "Installing: $*"
	apt install -y --no-install-recommends "$@"
}

debian() {
	missing="" updated="" sudo=""
	[ "$(id -u)" -eq 0 ] || ! have sudo || sudo=sudo
	need ca-certificates
	have "$go" || need golang-go
	for name; do
		group "$name"
	done
	# shellcheck disable=SC2086 # a list of packages
	[ -z "$missing" ] || install $missing ||
		fail "Fillet needs packages that could not be installed: $why
Run this as root, then make again:
  apt-get update && apt-get install --no-install-recommends$missing"
}

others() {
	lacking=""
	case " $* " in *" build "* | *" test "*)
		have gcc || lacking="$lacking gcc"
		pkg-config --exists x11 gl xcursor xrandr xinerama xi xxf86vm xkbcommon wayland-client ||
			lacking="$lacking headers" ;;
	esac
	case " $* " in *" window "* | *" test "*)
		for command in Xvfb xdotool import; do
			have $command || lacking="$lacking $command"
		done ;;
	esac
	[ -z "$lacking" ] || fail "Fillet needs:$lacking. Install the packages of your system, then make again:
  Fedora   sudo dnf install gcc pkgconf mesa-libGL-devel libX11-devel libXcursor-devel libXrandr-devel \\
             libXinerama-devel libXi-devel libXxf86vm-devel libxkbcommon-devel wayland-devel xorg-x11-server-Xvfb \\
             xdotool ImageMagick mesa-dri-drivers xclip
  Arch     sudo pacman -S gcc pkgconf libgl libx11 libxcursor libxrandr libxinerama libxi libxxf86vm libxkbcommon \\
             wayland xorg-server-xvfb xdotool imagemagick mesa xclip"
}

# Reports whether Go is as new as go.mod wants it. Go 1.21 and later fetches that version itself.
go_is_new() {
	version=$("$go" version | sed 's/.*go\([0-9][0-9.]*\).*/\1/')
	[ -n "$version" ] && [ "$(printf '%s\n' "$wanted" "$version" | sort -V | head -n 1)" = "$wanted" ]
}

# Puts the Go that go.mod wants into .go: an older Go downloads it as a module and verifies it.
fetch_go() {
	rm -rf .go.new
	mkdir .go.new
	cd .go.new
	echo "module toolchain" >go.mod # an older Go cannot read the program's
	module=golang.org/toolchain
	version=v0.0.1-go$wanted.$("$go" env GOHOSTOS)-$("$go" env GOHOSTARCH)
	sum=$(sed -n "s|^$module $version ||p" ../tools/toolchain.sum)
	[ -n "$sum" ] || fail "tools/toolchain.sum lacks $version. Install Go $wanted from https://go.dev/dl"
	echo "Fetching Go $wanted into .go"
	flags="$("$go" env GOFLAGS) -modcacherw"
	GOTOOLCHAIN=local GOMODCACHE=$PWD GOFLAGS=$flags "$go" mod download -json "$module@$version" >json ||
		fail "Go $wanted could not be fetched: $(sed -n 's/.*"Error": "\(.*\)"/\1/p' json)
Install it from https://go.dev/dl, or run this, then make again:
  sh tools/deps.sh go"
	got=$(sed -n 's/.*"Sum": "\(.*\)".*/\1/p' json)
	[ "$got" = "$sum" ] || fail "Go $wanted was not kept: its checksum is $got, in tools/toolchain.sum it is $sum"
	cd ..
	new=.go.new/$module@$version
	chmod +x "$new"/bin/* "$new"/pkg/tool/*/*
	find "$new" -name _go.mod | while read -r file; do # a module cannot hold a go.mod of another one
		mv "$file" "${file%_go.mod}go.mod"
	done
	rm -rf .go
	mv "$new" .go
}

main() {
	log=$(mktemp)
	# shellcheck disable=SC2064 # fetch_go changes the folder
	trap "rm -rf '$log' '$PWD/.go.new'" EXIT
	trap 'exit 1' HUP INT TERM
	case $(uname -s) in
	Darwin) xcode-select -p >/dev/null 2>&1 || fail "Fillet needs Apple's compiler: xcode-select --install" ;;
	MINGW* | MSYS* | CYGWIN*) have gcc || fail "Fillet needs gcc. In MSYS2: pacman -S mingw-w64-x86_64-gcc make" ;;
	*) if have apt-get; then debian "$@"; else others "$@"; fi ;;
	esac
	wanted=$(sed -n 's/^go //p' go.mod)
	have "$go" || fail "Fillet needs Go $wanted or later. Install it from your system's packages or https://go.dev/dl"
	if ! go_is_new; then
		[ "$go" = go ] || fail "Fillet needs Go $wanted or later, and GO=$go is $version"
		fetch_go
	fi
}

# One at a time. Programs that outlive this one do not inherit the lock.
! have flock || flock 9
main "$@" 9<&-
