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
flags="-s -w"
tags=$(cat tools/tags)
GOFLAGS=-buildvcs=true # the version is stamped by Go, from the tag
export GOFLAGS

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
GOOS=linux GOARCH=amd64 CGO_ENABLED=1 $go build -tags "$tags" -trimpath -ldflags "$flags" -o "dist/work/$name/bin/fillet" ./cmd/editor
cp assets/icons/fillet.svg "dist/work/$name/share/icons/hicolor/scalable/apps/fillet.svg"
cp tools/desktop/fillet.desktop "dist/work/$name/share/applications/"
cp tools/desktop/fillet.xml "dist/work/$name/share/mime/packages/"
cat >"dist/work/$name/INSTALL.txt" <<'TEXT'
Copy the folders bin and share into ~/.local (for you) or /usr/local (for everybody):

    cp -r bin share ~/.local/
    update-mime-database ~/.local/share/mime
    update-desktop-database ~/.local/share/applications

Then Fillet is among the applications, and a double click on a *.level.yaml opens it. Or run bin/fillet where it is.
It needs libGL and X11 or Wayland, which every desktop has. The commands need neither: see "fillet --help".
TEXT
"dist/work/$name/bin/fillet" version
if "dist/work/$name/bin/fillet" version | grep -q '(devel)'; then
	echo "the version is not stamped: a release is built in a checkout with its history" >&2
	exit 1
fi
pack "$name" "$name.tar.gz"

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
	echo "== the window, Windows"
	name=fillet-$version-windows-amd64
	mkdir -p "dist/work/$name"
	resource=cmd/editor/rsrc_windows_amd64.syso # what Explorer shows; Go links it in
	trap 'rm -f "$resource"' EXIT
	if command -v rsvg-convert >/dev/null && command -v convert >/dev/null; then
		pictures=""
		for size in 256 64 48 32 24 16; do
			rsvg-convert -w $size -h $size -o dist/work/$size.png assets/icons/fillet.svg
			pictures="$pictures dist/work/$size.png"
		done
		# shellcheck disable=SC2086 # a list of files
		convert $pictures dist/work/fillet.ico
		numbers=$(echo "$version" | sed -n 's/^v\([0-9]*\)\.\([0-9]*\)\.\([0-9]*\).*/\1,\2,\3,0/p')
		cat >dist/work/fillet.rc <<RC
1 ICON "dist/work/fillet.ico"
1 VERSIONINFO
FILEVERSION ${numbers:-0,0,0,0}
PRODUCTVERSION ${numbers:-0,0,0,0}
BEGIN
  BLOCK "StringFileInfo"
  BEGIN
    BLOCK "040904B0"
    BEGIN
      VALUE "ProductName", "Fillet"
      VALUE "FileDescription", "Fillet, the collision editor"
      VALUE "ProductVersion", "$version"
      VALUE "OriginalFilename", "fillet.exe"
    END
  END
  BLOCK "VarFileInfo"
  BEGIN
    VALUE "Translation", 0x409, 1200
  END
END
RC
		x86_64-w64-mingw32-windres dist/work/fillet.rc -O coff -o "$resource"
	else
		echo "no rsvg-convert or convert: fillet.exe has no icon (Debian: apt install librsvg2-bin imagemagick)" >&2
	fi
	# A window without a console; the commands for Windows are fillet-cli.exe.
	GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc \
		$go build -tags "$tags" -trimpath -ldflags "$flags -H=windowsgui" -o "dist/work/$name/fillet.exe" ./cmd/editor
	rm -f "$resource"
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

native=$(mktemp -d)
tar -C "$native" -xzf "dist/fillet-cli-$version-linux-$($go env GOARCH).tar.gz" && "$native"/*/fillet-cli version
rm -r "$native"
(cd tools/sbom && $go run . -check ../../docs/LICENCES.md -version "$version" -o "../../dist/fillet-$version.cdx.json")
rm -r dist/work
(cd dist && sha256sum fillet-* >SHA256SUMS && sha256sum -c --quiet SHA256SUMS)
ls -l dist
