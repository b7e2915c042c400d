package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// exitCode is the script command "code N fillet ARGS…": the program must exit with code N. Its outputs go to the files
// "out" and "err" of the working folder. An argument "<FILE" is its standard input.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N fillet ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var stdin io.Reader = strings.NewReader("")
	if last := args[len(args)-1]; strings.HasPrefix(last, "<") {
		stdin = strings.NewReader(ts.ReadFile(last[1:]))
		args = args[:len(args)-1]
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	var stdout, stderr strings.Builder
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), cacheVariable+"="+ts.Getenv(cacheVariable))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	err = cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		ts.Fatalf("%v", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(stdout.String()), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(stderr.String()), 0o600))
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, stdout.String(), stderr.String())
	}
}

// jsonCheck is the script command "json FILE": the file must be valid JSON.
func jsonCheck(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: json FILE")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &v); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
}
