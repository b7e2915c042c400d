#!/bin/sh
# Runs tests of the real window: tools/window.sh EDITOR PATTERN [flags of go test]. They press keys and look at pictures on a display of
# their own, and a machine that stalls for seconds can fail one of them. So up to three that fail are run again, one by one, and are said
# to have failed at first; they pass if they do then. A data race, a panic and a time-out are no accident of the machine: no second try.
set -eu
editor=$1 pattern=$2
shift 2
said=$(mktemp)
trap 'rm -f "$said"' EXIT
run() {
	FILLET_WINDOW_TEST=1 FILLET_EDITOR=$editor ${GO:-go} test -count=1 -timeout 15m "$@" ./cmd/editor
}
if run -parallel 2 -run "$pattern" "$@" >"$said" 2>&1; then
	cat "$said"
	exit 0
fi
cat "$said"
failed=$(sed -n 's/^--- FAIL: \([A-Za-z0-9_]*\).*/\1/p' "$said" | sort -u)
if [ -z "$failed" ] || [ "$(echo "$failed" | wc -l)" -gt 3 ] || grep -qE 'DATA RACE|^panic:|panicked|goroutine [0-9]+ \[|not the only one|timed out' "$said"; then
	exit 1
fi
echo "A second try, one by one:" $failed
if ! run -v -parallel 1 -run "^($(echo "$failed" | paste -sd'|' -))\$" "$@" >"$said" 2>&1; then
	cat "$said"
	exit 1
fi
echo "They pass now. What fails at times waits for the wrong thing: mend the test, or the window."
