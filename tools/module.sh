#!/bin/sh
# Renames the module so that go get finds it: module.sh PATH, such as example.org/you/fillet. It changes go.mod files,
# imports, exported code, linter rules, tests and docs. Run it on a clean checkout, review the diff, then commit and
# tag.
set -eu
go=${GO:-go}
cd "$(dirname "$0")/.."
path=${1-}
old=$($go list -m)
fail() {
	echo "module.sh: $1" >&2
	exit 2
}
[ $# -eq 1 ] && [ -n "$path" ] || fail "no path given. For example: tools/module.sh example.org/you/fillet"
case $path in
*[!A-Za-z0-9._~/-]* | /* | */ | *//* | -* | */.* | *./* | *.) fail "$path is not a module path: use letters, digits and - . _ ~ between slashes, and no part that begins or ends with a dot" ;;
esac
case ${path%%/*} in
*.*) ;;
*) fail "$path must begin with a host, such as example.org, or go get cannot fetch it" ;;
esac
case ${path%%/*} in
*[!a-z0-9.-]*) fail "${path%%/*} is not a host: use lower-case letters, digits and - ." ;;
esac
[ "$path" != "$old" ] || exit 0
command -v perl >/dev/null || fail "perl is missing"

# The folders that hold packages, as written after the module path in an import.
folders=$(for d in */; do [ -z "$(find "$d" -name '*.go' | head -n 1)" ] || printf '%s|' "${d%/}"; done)
files=$(mktemp)
trap 'rm -f "$files"' EXIT
if git rev-parse --git-dir >/dev/null 2>&1; then
	git ls-files
else
	find . -type f -not -path './.git/*' -not -path './.go/*' -not -path './bin/*' -not -path './dist/*' | sed 's|^\./||'
fi | grep -Ev '\.(png|gif|jpg|ico|pgo|webp)$' >"$files"

OLD=$old NEW=$path FOLDERS="$folders\\.\\.\\."
export OLD NEW FOLDERS
tr '\n' '\0' <"$files" | xargs -0 perl -i -pe '
	BEGIN { ($old, $new, $folders) = ($ENV{OLD}, $ENV{NEW}, $ENV{FOLDERS}) }
	s{(?<![\w./~@-])\Q$old\E/(?=(?:$folders)(?![\w-]))}{$new/}g; # a package
	s{(?<=-require=)\Q$old\E(?=@)|(?<=-replace=)\Q$old\E(?==)}{$new}g; # of go mod edit
	if ($ARGV =~ m{(^|/)go\.mod$}) {
		s{^(module\s+)\Q$old\E(?=[\s/])}{$1$new};
		s{^(require\s+|replace\s+|\s+)\Q$old\E(?=\s+(?:v\d|=>))}{$1$new};
	}
'
grep '\.go$' "$files" | tr '\n' '\0' | xargs -0 "$($go env GOROOT)/bin/gofmt" -w # the order of imports changes
echo "The module is now $path. Next: make test, commit, tag, push."
