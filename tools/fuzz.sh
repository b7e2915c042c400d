#!/bin/sh
# Runs every fuzz target of the project for the given time each, even after a failure: fuzz.sh 10m
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
		# Shrinking inputs that reach new code would take the whole time: 10 executions of drawings a minute.
		$go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" \
			-fuzzminimizetime 1x >"$log" 2>&1 && code=0 || code=$?
		cat "$log"
		[ "$code" -ne 0 ] || continue
		# An input that is being tried when the time is over can end the run with this error alone; nothing failed then.
		if grep -q '^    context deadline exceeded$' "$log" && ! grep -q 'Failing input written' "$log"; then
			continue
		fi
		failed=1
	done
done
exit $failed
