#!/bin/sh
# Builds a release into dist: release.sh VERSION. It consists of the window for Linux on amd64 and arm64 (archives and
# Debian packages) and for Windows on amd64, the page, the command line for all systems, licences, a bill of materials
# and checksums. One commit gives the same bytes wherever and whenever it is built with the same tools
# (tools/release-twice.sh): all timestamps are the commit's.
set -eu
version=$1
go=${GO:-go}
cd "$(dirname "$0")/.."
mkdir -p dist
find dist -mindepth 1 -maxdepth 1 ! -name web -exec rm -rf {} + # `make web` writes that one
mkdir dist/work
$go mod verify
flags="-s -w -buildid=" # the id depends on the folder
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

# Builds the window for Linux into an archive and a Debian package. The environment names a cross compiler.
linux_window() { # architecture
	echo "== the window, Linux $1"
	name=fillet-$version-linux-$1
	tree=dist/work/$name
	mkdir -p "$tree/bin" "$tree/share"
	GOOS=linux GOARCH=$1 CGO_ENABLED=1 $go build -tags "$tags,gles" -trimpath -ldflags "$flags" -o "$tree/bin/fillet" ./cmd/editor
	put() { # file, folder in share, name
		mkdir -p "$tree/share/$2" && cp "$1" "$tree/share/$2/${3:-}"
	}
	put assets/icons/fillet.svg icons/hicolor/scalable/apps
	for size in 16 24 32 48 64 128 256 512; do
		rsvg-convert -w $size -h $size -o dist/work/$size.png assets/icons/fillet.svg
		put dist/work/$size.png icons/hicolor/${size}x$size/apps fillet.png
	done
	put tools/desktop/fillet.xml mime/packages
	put tools/desktop/io.github.fillet.editor.desktop applications
	put tools/desktop/io.github.fillet.editor.metainfo.xml metainfo
	sed -i "s/@VERSION@/${version#v}/; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" "$tree/share/metainfo/"*.xml
	if [ "$1" = "$($go env GOARCH)" ]; then
		"$tree/bin/fillet" version
		if "$tree/bin/fillet" version | grep -q '(devel)'; then
			echo "the version is not stamped: a release is built in a checkout with its history" >&2
			exit 1
		fi
		mkdir dist/work/texts
		"$tree/bin/fillet" man >dist/work/texts/fillet.1
		for shell in bash zsh fish; do
			"$tree/bin/fillet" completion $shell >dist/work/texts/$shell
		done
	fi
	put dist/work/texts/fillet.1 man/man1
	put dist/work/texts/bash bash-completion/completions fillet
	put dist/work/texts/zsh zsh/site-functions _fillet
	put dist/work/texts/fish fish/vendor_completions.d fillet.fish
	glibc=$(readelf -V "$tree/bin/fillet" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
	sed "s/@GLIBC@/${glibc#GLIBC_}/; s/@ARCH@/$1/" tools/desktop/INSTALL-linux.txt >"$tree/INSTALL.txt"
	check_needed "$tree/bin/fillet" "$tree/INSTALL.txt"
	debian_package "$1"
	pack "$name" "$name.tar.gz"
}

# Makes a Debian package of the folder tree.
debian_package() { # architecture
	package=dist/work/deb-$1
	mkdir -p "$package/DEBIAN" "$package/usr" "$package/usr/share/doc/fillet"
	cp -r "$tree/bin" "$tree/share" "$package/usr/"
	gzip -n9 "$package/usr/share/man/man1/fillet.1"
	mv "$package/usr/share/zsh/site-functions" "$package/usr/share/zsh/vendor-completions"
	cat LICENSE dist/work/LICENCES.md >"$package/usr/share/doc/fillet/copyright"
	sed "s/@VERSION@/$debian/; s/@ARCH@/$1/; s/@GLIBC@/${glibc#GLIBC_}/; s/@SIZE@/$(du -sk --apparent-size "$package/usr" | cut -f1)/" \
		tools/desktop/control >"$package/DEBIAN/control"
	chmod -R u=rwX,go=rX "$package"
	dpkg-deb --root-owner-group -Zxz --build "$package" "dist/fillet_${debian}_$1.deb" >/dev/null
	echo "dist/fillet_${debian}_$1.deb"
}

# A version as Debian compares it: without v, later than the release before it and earlier than the next.
case $version in
v[0-9]*) debian=$(echo "${version#v}" | tr - +) ;;
*) debian=0+$(echo "$version" | tr - +) ;;
esac
linux_window "$($go env GOARCH)"
root=$PWD/bin/sysroot/headers
if [ -e "$root" ] && command -v aarch64-linux-gnu-gcc >/dev/null; then
	(
		export CC="aarch64-linux-gnu-gcc --sysroot=$root" PKG_CONFIG_SYSROOT_DIR="$root"
		export PKG_CONFIG_LIBDIR="$root/usr/lib/aarch64-linux-gnu/pkgconfig:$root/usr/share/pkgconfig"
		linux_window arm64
	)
fi

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

echo "== the page"
name=fillet-$version-web
$go -C tools/web build -o "$PWD/dist/work/web-tool" .
dist/work/web-tool -tags "$tags" -o "dist/work/$name"
pack "$name" "$name.zip"

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
(cd dist && sha256sum fillet* >SHA256SUMS && sha256sum -c --quiet SHA256SUMS)
ls -l dist
