#!/bin/sh
# Builds Fillet on fresh machines: fresh.sh [RELEASE...]. Each is a minimal root made by debootstrap, with only git and
# make (and sudo for a user who is not root). There, Fillet's own targets install what `make run` and `make test` need
# and build the window; with PACKAGE, a Debian package is installed there instead, and opens its window. Prints "ok", "failed" or "skipped" for each release; the logs are in bin/fresh. Exits with 1 if
# one failed, and with 77 if all were skipped. DEBIAN and UBUNTU are the mirrors.
set -eu
releases=${*:-bookworm trixie noble}
DEBIAN=${DEBIAN:-http://deb.debian.org/debian}
UBUNTU=${UBUNTU:-http://archive.ubuntu.com/ubuntu}
cd "$(dirname "$0")/.."
keys=usr/share/keyrings/ubuntu-archive-keyring.gpg

# Sets the user, the mirror and the options of debootstrap for a release.
describe() {
	user=root mirror=$DEBIAN script=""
	case $1 in
	bookworm) user=fillet options=--include=git,make,sudo ;;
	trixie) options=--include=git,make,ubuntu-keyring ;; # Debian 12 lacks it, and Ubuntu needs the keys
	jammy | noble | resolute)
		user=fillet mirror=$UBUNTU script=/usr/share/debootstrap/scripts/gutsy # the script of all later releases
		options="--include=git,make,sudo --components=main,universe --keyring=bin/fresh/keys.gpg" ;;
	*)
		echo "fresh: unknown release $1; the releases are bookworm, trixie, jammy, noble and resolute" >&2
		exit 2 ;;
	esac
}

# Makes the root $2 of the release $1. What can fail here has nothing to do with Fillet.
make_root() {
	# shellcheck disable=SC2086 # lists
	debootstrap --variant=minbase $options "$1" "$2" "$mirror" $script || return
	mount -t proc proc "$2/proc" || return
	mount -t devpts -o newinstance,ptmxmode=666 devpts "$2/dev/pts" || return
	[ ! -e "$2/$keys" ] || [ "$mirror" = "$UBUNTU" ] || cp "$2/$keys" bin/fresh/keys.gpg
	cp /etc/resolv.conf /etc/hosts "$2/etc/"
	echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/fresh" # the root is deleted, so nothing has to reach the disk
}

# Copies the project into the root $1 and builds it there.
build() {
	if [ "$user" != root ]; then
		chroot "$1" useradd --create-home "$user"
		echo "$user ALL=(ALL) NOPASSWD: ALL" >"$1/etc/sudoers.d/$user"
	fi
	home=$(chroot "$1" sh -c "echo ~$user")
	mkdir "$1$home/fillet"
	git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - |
		tar -x --no-same-owner -C "$1$home/fillet"
	chroot "$1" chown -R "$user" "$home/fillet"

	# This machine's network: the authorities that it trusts itself, and its proxies.
	mkdir -p "$1/usr/local/share/ca-certificates"
	find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$1/usr/local/share/ca-certificates" \;
	# shellcheck disable=SC2046 # no value has a space
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" \
		$(env | grep -iE '^(GOPROXY|GOSUMDB|GONOSUMDB|GOPRIVATE|https?_proxy|no_proxy)=[^ ]*$') \
		chroot --userspec="$user" "$1" \
		sh -euxc 'cd ~/fillet; make deps-build; make deps-test; make build; bin/fillet version'
}

# Installs the package in the root $1 and opens its window.
open_package() {
	cp "$PACKAGE" "$1/tmp/fillet.deb"
	# shellcheck disable=SC2016 # $0 belongs to the inner shell
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
		$(env | grep -iE '^(https?_proxy|no_proxy)=[^ ]*$') chroot "$1" sh -euxc '
			apt-get -q install -y --no-install-recommends /tmp/fillet.deb xvfb xauth xdotool shared-mime-info
			grep -q fillet /usr/share/mime/globs2
			timeout 120 xvfb-run -s "-screen 0 1280x720x24" sh -euxc "
				fillet & xdotool search --sync --onlyvisible --class io.github.fillet.editor"
			apt-get -q purge -y fillet
			! find / -xdev -path /proc -prune -o -iname "*fillet*" -not -path "/tmp/*" -not -path "/root/*" -print | grep .
			echo the window of $(dpkg-deb -f /tmp/fillet.deb Version) opened'
}

# Makes the root $3 and builds or installs Fillet in it, in a mount namespace, which unmounts everything when it ends.
if [ "${1-}" = --inside ]; then
	describe "$2"
	make_root "$2" "$3" || exit 77
	if [ -n "${PACKAGE-}" ]; then open_package "$3"; else build "$3"; fi
	exit
fi

skip() {
	echo "fresh: skipped: $1"
	exit 77
}
[ "$(id -u)" -eq 0 ] || skip "this needs root"
sh tools/deps.sh fresh
command -v debootstrap >/dev/null || skip "this needs debootstrap"
work=$(mktemp -d)
chmod 755 "$work"
child=""
finish() {
	[ -z "$child" ] || kill -KILL "$child" 2>/dev/null || true # all that it runs ends with it
	wait
	rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
# shellcheck disable=SC2016 # $0 belongs to the inner shell
denied=$(unshare --mount --pid --fork sh -c 'mknod "$0/null" c 1 3 && : >"$0/null" && chroot / true' "$work" 2>&1) ||
	skip "chroot is not permitted: $denied"
mkdir -p bin/fresh
failed=0 ran=0
for release in $releases; do
	describe "$release"
	[ -z "${PACKAGE-}" ] || user=root
	what="fresh: $release $(dpkg --print-architecture), user $user"
	log=bin/fresh/$release.log
	if [ "$mirror" = "$UBUNTU" ] && [ ! -e bin/fresh/keys.gpg ]; then
		echo "$what: skipped: trixie has the keys of Ubuntu and has to be built first"
		continue
	fi
	begun=$(date +%s) code=0
	unshare --mount --pid --fork --kill-child \
		sh tools/fresh.sh --inside "$release" "$work/$release" >"$log" 2>&1 </dev/null &
	child=$!
	wait "$child" || code=$?
	child=""
	rm -rf --one-file-system "${work:?}/$release"
	seconds=$(($(date +%s) - begun))
	case $code in
	0) ran=$((ran + 1)) && echo "$what: ok: $(tail -n 1 "$log"), $seconds s" ;;
	77) echo "$what: skipped: no root: $(tail -n 1 "$log")" ;;
	*)
		failed=$((failed + 1))
		tail -n 40 "$log"
		echo "$what: failed after $seconds s: $log" ;;
	esac
done
[ $failed -eq 0 ] || exit 1
[ $ran -gt 0 ] || exit 77
