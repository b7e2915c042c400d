#!/bin/sh
# Runs test suites, which are targets of the Makefile, one after another, even after a failure:
#   nightly.sh FROM SUITE...    resumes with the suite FROM, unless empty, with the results and the seed before it
# Prints a line for each: ok, FAILED, or skipped and why. The lines are also in bin/nightly/summary, the output of each
# suite in bin/nightly/SUITE.log. Lines "skipped: REASON" and "Skipping THING: REASON" of a suite are repeated.
set -u
cd "$(dirname "$0")/.."
from=$1
shift
out=bin/nightly
mkdir -p "$out"
if [ -z "$from" ]; then
	echo "seed $SEED, commit $(git rev-parse --short HEAD), $(date -u +%Y-%m-%dT%H:%MZ)" >"$out/summary"
else
	case " $* " in *" $from "*) ;; *) echo "unknown suite $from; the suites are: $*" >&2; exit 2 ;; esac
	[ -e "$out/summary" ] || { echo "nothing to resume: run make nightly first" >&2; exit 2; }
	sed -i "/^$from /,\$d" "$out/summary"
	echo "from $from on: commit $(git rev-parse --short HEAD), $(date -u +%Y-%m-%dT%H:%MZ)" >>"$out/summary"
	SEED=$(sed -n 's/^seed \([0-9]*\).*/\1/p' "$out/summary")
fi
export SEED
cat "$out/summary"
for suite in "$@"; do
	[ -z "$from" ] || [ "$suite" = "$from" ] || continue
	from=""
	start=$(date +%s)
	result="ok"
	if ! ${MAKE:-make} --no-print-directory "$suite" >"$out/$suite.log" 2>&1; then
		result="FAILED: see $out/$suite.log"
	else
		skipped=$(sed -n -E '/^(Skipping [^:]*|([a-z]+: .*)?skipped): /p' "$out/$suite.log" | paste -sd';' -)
		[ -z "$skipped" ] || result="ok; $skipped"
	fi
	printf '%-12s %5d s  %s\n' "$suite" "$(($(date +%s) - start))" "$result" | tee -a "$out/summary"
done
! grep -q FAILED "$out/summary"
