//go:build cgo && !js

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/go-gl/glfw/v3.4/glfw"

	"fillet/editor/ui/kit"
)

// Serve copies each line of standard input to standard output once the window has settled: it has handled all input
// that the display server had when the line arrived, no job is running, and the result is on the display. It does
// nothing unless FILLET_SETTLE is set in the environment.
func Serve(look *kit.Look) {
	if os.Getenv("FILLET_SETTLE") != "" {
		go answer(os.Stdin, os.Stdout, look)
	}
}

func answer(in io.Reader, out io.Writer, look *kit.Look) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		settled := make(chan struct{})
		look.Post(func() {
			fetchInput()
			glfw.PollEvents()
			settle(look, func() { close(settled) })
		})
		<-settled
		if _, err := fmt.Fprintln(out, lines.Text()); err != nil {
			return
		}
	}
}

// settle calls then after three frames without pending work. The first frame draws the result of the input and the
// second the work that the first started; the third confirms that both are on the display.
func settle(look *kit.Look, then func()) {
	calm := 0
	var stop func()
	stop = look.EveryFrame(func(time.Time) {
		if look.Pending() > 0 {
			return
		}
		if calm++; calm == 3 {
			stop()
			fetchInput() // by then the server has drawn the frames
			then()
		}
	})
}

// fetchInput sends the display server a request. Its answer comes after all pending input for the window.
func fetchInput() {
	if m := glfw.GetPrimaryMonitor(); m != nil {
		m.GetPos()
	}
}
