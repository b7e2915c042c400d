#!/bin/sh
# Builds a release into dist: release.sh VERSION. It consists of the window for Linux and Windows on amd64, the
# command line for all systems, licences, a bill of materials and checksums. One commit gives the same bytes wherever
# and whenever it is built with the same tools (tools/release-twice.sh): all timestamps are the commit's.
set -eu
version=$1
go=${GO:-go}
cd "$(dirname "$0")/.."
mkdir -p dist
find dist -mindepth 1 -maxdepth 1 ! -name web -exec rm -rf {} + # `make web` writes that one
mkdir dist/work
$go mod verify
flags="-s -w"
tags=$(cat tools/tags)
GOFLAGS=-buildvcs=true # the version is stamped by Go, from the tag
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
GOAMD64=v1 GOARM64=v8.0 LC_ALL=C TZ=UTC
export GOFLAGS SOURCE_DATE_EPOCH GOAMD64 GOARM64 LC_ALL TZ
unset CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_LDFLAGS 2>/dev/null || true
umask 022

pack() { # folder in dist/work, archive
	cp README.md LICENSE dist/work/LICENCES.md "dist/work/$1/"
	chmod -R u=rwX,go=rX "dist/work/$1"
	find "dist/work/$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	case $2 in
	*.zip) (cd dist/work && find "$1" | sort | zip -qX "../$2" -@) ;;
	*) tar -C dist/work --format=ustar --owner=0 --group=0 --numeric-owner --sort=name --mtime="@$SOURCE_DATE_EPOCH" -cf - "$1" | gzip -n9 >"dist/$2" ;;
	esac
	echo "dist/$2"
}

# Lists the libraries that a program needs to start, one per line.
needed() {
	case $1 in
	*.exe) x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z' ;;
	*) readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' ;;
	esac
}

# Fails unless each library that a program needs is listed in a text, or is part of the system.
check_needed() { # program, text that lists them
	for library in $(needed "$1"); do
		case $library in
		libc.so.6 | libm.so.6 | ld-linux*) continue ;;
		kernel32.dll | user32.dll | gdi32.dll | shell32.dll | opengl32.dll | msvcrt.dll | advapi32.dll | ole32.dll | ntdll.dll | ws2_32.dll) continue ;;
		esac
		grep -qF "$library" "$2" || { echo "$1 needs $library, which $2 does not list" >&2 && exit 1; }
	done
}

echo "== licences and the bill of materials"
$go -C tools run ./sbom -version "$version" -licences ../dist/work/LICENCES.md -o "../dist/fillet-$version.cdx.json"

echo "== the window, Linux"
name=fillet-$version-linux-amd64
mkdir -p "dist/work/$name/share/applications" "dist/work/$name/share/icons/hicolor/scalable/apps" "dist/work/$name/share/mime/packages" "dist/work/$name/bin"
GOOS=linux GOARCH=amd64 CGO_ENABLED=1 $go build -tags "$tags,gles" -trimpath -ldflags "$flags" -o "dist/work/$name/bin/fillet" ./cmd/editor
cp assets/icons/fillet.svg "dist/work/$name/share/icons/hicolor/scalable/apps/fillet.svg"
cp tools/desktop/fillet.desktop "dist/work/$name/share/applications/"
cp tools/desktop/fillet.xml "dist/work/$name/share/mime/packages/"
glibc=$(objdump -T "dist/work/$name/bin/fillet" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
sed "s/@GLIBC@/${glibc#GLIBC_}/" tools/desktop/INSTALL-linux.txt >"dist/work/$name/INSTALL.txt"
check_needed "dist/work/$name/bin/fillet" "dist/work/$name/INSTALL.txt"
shared=dist/work/$name/share
mkdir -p "$shared/man/man1" "$shared/bash-completion/completions" "$shared/zsh/site-functions" "$shared/fish/vendor_completions.d"
"dist/work/$name/bin/fillet" man >"$shared/man/man1/fillet.1"
"dist/work/$name/bin/fillet" completion bash >"$shared/bash-completion/completions/fillet"
"dist/work/$name/bin/fillet" completion zsh >"$shared/zsh/site-functions/_fillet"
"dist/work/$name/bin/fillet" completion fish >"$shared/fish/vendor_completions.d/fillet.fish"
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
	resource=cmd/editor/rsrc_windows_amd64.syso # icon and details for Explorer; Go links it
	trap 'rm -f "$resource"' EXIT
	if command -v rsvg-convert >/dev/null && command -v convert >/dev/null; then
		pictures=""
		for size in 256 64 48 32 24 16; do
			rsvg-convert -w $size -h $size -o dist/work/$size.png assets/icons/fillet.svg
			pictures="$pictures dist/work/$size.png"
		done
		# shellcheck disable=SC2086 # a list of files
		convert $pictures -strip -define png:exclude-chunks=date,time dist/work/fillet.ico
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
		$go build -tags "$tags" -trimpath -ldflags "$flags -H=windowsgui -extldflags=-Wl,--no-insert-timestamp" -o "dist/work/$name/fillet.exe" ./cmd/editor
	cp tools/desktop/INSTALL-windows.txt "dist/work/$name/INSTALL.txt"
	check_needed "dist/work/$name/fillet.exe" "dist/work/$name/INSTALL.txt"
	rm -f "$resource"
	pack "$name" "$name.zip"
else
	echo "no x86_64-w64-mingw32-gcc: the window for Windows is left out (Debian: apt install gcc-mingw-w64-x86-64)" >&2
fi

native=dist/work/native
mkdir -p $native
CGO_ENABLED=0 $go build -trimpath -ldflags "$flags" -o "$native/fillet-cli" ./cmd/editor
[ "$(uname -s)" != Linux ] || [ -z "$(needed $native/fillet-cli)" ] || { echo "fillet-cli needs $(needed $native/fillet-cli)" >&2 && exit 1; }
$native/fillet-cli man >$native/fillet-cli.1
for system in linux darwin windows; do
	for arch in amd64 arm64; do
		echo "== the command line, $system $arch"
		name=fillet-cli-$version-$system-$arch
		mkdir -p "dist/work/$name"
		exe=fillet-cli
		[ $system = windows ] && exe=fillet-cli.exe
		GOOS=$system GOARCH=$arch CGO_ENABLED=0 $go build -trimpath -ldflags "$flags" -o "dist/work/$name/$exe" ./cmd/editor
		cp tools/desktop/INSTALL-cli.txt "dist/work/$name/INSTALL.txt"
		[ $system = windows ] || cp "$native/fillet-cli.1" "dist/work/$name/"
		if [ $system = windows ]; then pack "$name" "$name.zip"; else pack "$name" "$name.tar.gz"; fi
	done
done

if [ "$(uname -s)" = Linux ]; then
	unpacked=$(mktemp -d)
	tar -C "$unpacked" -xzf "dist/fillet-cli-$version-linux-$($go env GOARCH).tar.gz" && "$unpacked"/*/fillet-cli version
	rm -r "$unpacked"
fi
rm -r dist/work
(cd dist && sha256sum fillet-* >SHA256SUMS && sha256sum -c --quiet SHA256SUMS)
ls -l dist
