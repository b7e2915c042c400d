#!/bin/sh
# Prints docs/CORPUS.md: a table of the real files that the importers' tests look at.
set -eu
table=$(mktemp)
trap 'rm -f "$table"' EXIT
for format in ldtk ogmo tiled; do
	FILLET_CORPUS_TABLE=$table go test -count=1 -run '^TestFacts$' "./importers/$format" >&2
done
cat <<END
# Real files

What public levels hold, counted without Fillet, and what an import finds: of cells by the area of the colliders that came of them, in every
mode. The milliseconds are those of reading and importing the file, merged, the least of ten. \`make corpus\` writes this page anew, and the
tests \`TestFacts\` fail where wanted and found differ. This was $(go version | cut -d' ' -f3,4) on $(nproc) cores.

| file | wanted | found | ms |
|---|---|---|---|
END
sed 's/ | adrien-bon+bevy_ecs_tiled/ | /' "$table"
