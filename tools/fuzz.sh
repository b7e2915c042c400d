#!/bin/sh
# Runs each fuzz target of the project for the given time, even after a failure: fuzz.sh 10m
set -u
time=${1:-1m}
go=${GO:-go}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
for file in $(grep -rl --include='*_test.go' '^func Fuzz' collision editor importers export cmd); do
	dir=$(dirname "$file")
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' "$file"); do
		echo "== $dir $target for $time"
		# Minimizing inputs would take all of the time: a drawing runs 10 times a minute.
		$go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" \
			-fuzzminimizetime 1x >"$log" 2>&1 && code=0 || code=$?
		cat "$log"
		[ "$code" -ne 0 ] || continue
		# If the time ends while an input runs, this may be the only error; then nothing failed.
		if grep -q '^    context deadline exceeded$' "$log" && ! grep -q 'Failing input written' "$log"; then
			continue
		fi
		failed=1
	done
done
exit $failed
