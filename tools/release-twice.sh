#!/bin/sh
# Builds the release of the last commit twice, in two folders, and fails unless all bytes are the same:
#   release-twice.sh VERSION
# FRESH=1 makes the second build compile everything again, which takes some minutes.
set -eu
version=$1
root=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$root" rev-parse HEAD) # for both builds, even if the folder changes meanwhile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for build in one the-other/and-deeper; do
	git clone -q --no-hardlinks "$root" "$work/$build"
	git -C "$work/$build" -c advice.detachedHead=false checkout -q "$commit"
	mkdir -p "$work/$build/bin/web"
	ln -s "$root/bin/sysroot" "$work/$build/bin/sysroot"
	ln -s "$root/bin/web/packages" "$work/$build/bin/web/packages"
	[ "$build" = one ] || [ -z "${FRESH-}" ] || export GOCACHE="$work/cache"
	(umask 027 && cd "$work/$build" && TZ=Asia/Tokyo sh tools/release.sh "$version") >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2 && exit 1; }
	sleep 2 # so that any stored time of day differs
done
cd "$work"
diff one/dist/SHA256SUMS the-other/and-deeper/dist/SHA256SUMS && echo "the same bytes twice:" && cat one/dist/SHA256SUMS
