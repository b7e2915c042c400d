#!/bin/sh
# Prints a table of the real files that the importers' tests look at.
set -eu
table=$(mktemp)
walls=$(mktemp)
pictures=$(mktemp)
program=$(mktemp)
trap 'rm -f "$table" "$walls" "$pictures" "$program"' EXIT
for format in ldtk ogmo tiled; do
	FILLET_CORPUS_TABLE=$table go test -count=1 -run '^TestFacts$' "./importers/$format" >&2
done
cat <<END
# Real files

The contents of public levels, counted without Fillet, and the contents that an import finds. Cells are counted by the area of their
colliders, in every mode. The milliseconds are for reading and importing the file, merged, the best of ten. The tests \`TestFacts\` fail if
wanted and found differ. Measured with $(go version | cut -d' ' -f3,4) on $(nproc) cores.

| file | wanted | found | ms |
|---|---|---|---|
END
sed 's/ | adrien-bon+bevy_ecs_tiled/ | /' "$table"

# How real projects are imported without settings. The projects in the test's list are cloned if possible.
if [ -z "${FILLET_PROJECTS:-}" ]; then
	cache=${XDG_CACHE_HOME:-$HOME/.cache}/fillet-projects
	mkdir -p "$cache"
	for project in $(sed -n 's/^\t{dir: "\([^"]*+[^"]*\)".*/\1/p' importers/projects_test.go | sort -u); do
		[ ! -d "$cache/$project" ] || continue
		GIT_TERMINAL_PROMPT=0 git clone -q --depth 1 "https://github.com/$(echo "$project" | sed 's|+|/|')" "$cache/$project" >&2 || break
	done
	[ -z "$(ls "$cache")" ] || FILLET_PROJECTS=$cache
	export FILLET_PROJECTS
fi
if [ -n "${FILLET_PROJECTS:-}" ]; then
	FILLET_CORPUS_TABLE=$walls go test -count=1 -run '^TestProjectsUntouched$' ./importers >&2
	cat <<END

## Walls without settings

The walls that real projects need, according to their code or pictures, and where an import without settings differs. Layers
that are not listed need none. \`make corpus\` clones the projects (\`FILLET_PROJECTS\` names a folder with existing checkouts,
each called owner+name), and the test \`TestProjectsUntouched\` fails if this table is outdated. $(grep -c '' "$walls") projects, of which $(grep -c '| as wanted |' "$walls" || true) are right. The
last twenty were chosen by their paths, from projects whose files mark solid tiles in some way; the expected walls were written down before any of them was
imported. $(tail -n 20 "$walls" | grep -c '| as wanted |' || true) of the twenty are right. If nothing in a file marks solid tiles, the import warns and names the rule that would.

| file | wanted | found |
|---|---|---|
END
	sed 's/ | [0-9.]* |$/ |/' "$walls"
else
	echo "no projects found: their table is left out" >&2
fi

# Pictures compared with the maps' own editors. The maps are cloned as well.
CGO_ENABLED=0 go build -o "$program" ./cmd/editor
code=0
(cd tools/pictures && go run . -editor "$program") > "$pictures" || code=$?
if [ ! -s "$pictures" ]; then
	echo "no pictures found: their table is left out" >&2
	exit 0
fi
cat <<END

## Pictures

The share of pixels by which Fillet's pictures of public maps (\`fillet render --pictures-only\`) differ, by more than 2 of 255 in a
channel, from the pictures of the maps' own editors: Tiled's \`tmxrasterizer\` ($(dpkg-query -W -f '${Version}' tiled 2>/dev/null || echo "version unknown")), and the PNG files that LDtk wrote next to its
worlds. \`tools/pictures\` clones the maps and fails above 0.5%. Objects other than tiles, which Tiled draws as shapes and texts,
are left out on both sides, as are objects from templates, which that version of tmxrasterizer does not read.

| map | pixels | differ | shows |
|---|---|---|---|
END
cat "$pictures"
[ "$code" -eq 0 ] || echo "some pictures differ too much" >&2
