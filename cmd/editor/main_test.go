package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs maps names to the programs that the test binary runs as when it is called by them.
var programs = map[string]func(){"fillet": main}

func TestMain(m *testing.M) {
	testscript.Main(m, programs)
}

// cacheVariable sets the folder in which the program caches exports, so that tests do not use the user's folder.
const cacheVariable = "XDG_CACHE_HOME"

// TestScript runs the scripts of testdata/script. The script corpus.txtar needs the shared corpus of real files.
func TestScript(t *testing.T) {
	corpus, err := filepath.Abs("../../../shared/corpus")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("CORPUS", corpus)
			e.Setenv(cacheVariable, filepath.Join(e.WorkDir, ".cache"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "corpus" {
				_, err := os.Stat(corpus)
				return err == nil, nil
			}
			return cond == "window" && hasWindow, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": exitCode,
			"json": jsonCheck,
		},
	})
}
