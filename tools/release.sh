#!/bin/sh
# Builds everything that a release is made of into dist: release.sh VERSION. The window for Linux and Windows on amd64, the
# command line for all systems, licences, a bill of materials and checksums.
set -eu
version=$1
go=${GO:-go}
cd "$(dirname "$0")/.."
rm -rf dist
mkdir -p dist/work
$go mod verify
flags="-s -w" # the version is stamped by Go, from the tag

pack() { # folder in dist/work, archive
	cp README.md docs/LICENCES.md "dist/work/$1/"
	case $2 in
	*.zip) (cd dist/work && zip -qr "../$2" "$1") ;;
	*) tar -C dist/work --owner=0 --group=0 --sort=name --mtime=@0 -czf "dist/$2" "$1" ;;
	esac
	echo "dist/$2"
}

echo "== the window, Linux"
name=fillet-$version-linux-amd64
mkdir -p "dist/work/$name/share/applications" "dist/work/$name/share/icons/hicolor/scalable/apps" "dist/work/$name/share/mime/packages" "dist/work/$name/bin"
GOOS=linux GOARCH=amd64 CGO_ENABLED=1 $go build -tags no_emoji -trimpath -ldflags "$flags" -o "dist/work/$name/bin/fillet" ./cmd/editor
cp assets/icons/fillet.svg "dist/work/$name/share/icons/hicolor/scalable/apps/fillet.svg"
cp tools/desktop/fillet.desktop "dist/work/$name/share/applications/"
cp tools/desktop/fillet.xml "dist/work/$name/share/mime/packages/"
pack "$name" "$name.tar.gz"

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
	echo "== the window, Windows"
	name=fillet-$version-windows-amd64
	mkdir -p "dist/work/$name"
	GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc \
		$go build -tags no_emoji -trimpath -ldflags "$flags" -o "dist/work/$name/fillet.exe" ./cmd/editor
	pack "$name" "$name.zip"
else
	echo "no x86_64-w64-mingw32-gcc: the window for Windows is left out (Debian: apt install gcc-mingw-w64-x86-64)" >&2
fi

for system in linux darwin windows; do
	for arch in amd64 arm64; do
		echo "== the command line, $system $arch"
		name=fillet-cli-$version-$system-$arch
		mkdir -p "dist/work/$name"
		exe=fillet-cli
		[ $system = windows ] && exe=fillet-cli.exe
		GOOS=$system GOARCH=$arch CGO_ENABLED=0 $go build -trimpath -ldflags "$flags" -o "dist/work/$name/$exe" ./cmd/editor
		if [ $system = windows ]; then pack "$name" "$name.zip"; else pack "$name" "$name.tar.gz"; fi
	done
done

(cd tools/sbom && $go run . -check ../../docs/LICENCES.md -version "$version" -o "../../dist/fillet-$version.cdx.json")
rm -r dist/work
(cd dist && sha256sum ./* | sed 's| \./| |' >SHA256SUMS && sha256sum -c --quiet SHA256SUMS)
ls -l dist
