#!/bin/sh
# Installs the Debian packages in dist, which make release builds, and opens their windows: this processor's on bare
# systems, arm64's in an emulator, with only the libraries that the package depends on. Exits with 77 if all were
# skipped.
set -eu
cd "$(dirname "$0")/.."
sh tools/deps.sh packages
failed=0
PACKAGE=$(echo "$PWD"/dist/fillet_*_"$(dpkg --print-architecture)".deb) sh tools/fresh.sh bookworm trixie noble || failed=$?
root=$PWD/bin/sysroot/installed
if command -v qemu-aarch64-static >/dev/null && [ -e "$root" ]; then
	dpkg-deb -x dist/fillet_*_arm64.deb "$root"
	export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe LIBGL_DRIVERS_PATH="$root/usr/lib/aarch64-linux-gnu/dri"
	# shellcheck disable=SC2016 # $0 belongs to the inner shell
	timeout 300 xvfb-run -a -s "-screen 0 1280x720x24" sh -euc '
		qemu-aarch64-static -L "$0" "$0/usr/bin/fillet" version
		qemu-aarch64-static -L "$0" "$0/usr/bin/fillet" &
		xdotool search --sync --onlyvisible --class io.github.fillet.editor
		kill $!' "$root" || { echo "packages: failed on arm64" && exit 1; }
	echo "packages: arm64: ok: the window opened"
	[ $failed -ne 77 ] || failed=0
fi
exit $failed
