package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// peer is a program that uses another library and answers commands.
type peer struct {
	name string
	err  error // why the peer is missing
	// rounds means that its rays hit rounded corners where ours do.
	rounds bool
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
}

// startPeer compiles a peer's program with the optimization of the library's package, and starts it.
func startPeer(dir string, in *input, name, compiler, source string, libraries ...string) *peer {
	p := &peer{name: name}
	program, text := filepath.Join(dir, name), filepath.Join(dir, "input.txt")
	build := exec.Command(compiler, append([]string{"-O2", "-o", program, source}, libraries...)...)
	if out, err := build.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		p.err = fmt.Errorf("%s: %w: %s", source, err, first)
		return p
	}
	if p.err = in.writeText(text); p.err != nil {
		return p
	}
	p.cmd = exec.Command(program, text)
	if p.in, p.err = p.cmd.StdinPipe(); p.err != nil {
		return p
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		p.err = err
		return p
	}
	p.out = bufio.NewReader(out)
	p.err = p.cmd.Start()
	return p
}

// ask sends a command and returns the figures of the answer, or nil if the peer is missing or has no answer.
func (p *peer) ask(command string) []float64 {
	if p.err != nil {
		return nil
	}
	if _, p.err = fmt.Fprintln(p.in, command); p.err != nil {
		return nil
	}
	// Lines that are not answers are output of the library.
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			p.err = err
			return nil
		}
		if figures, ok := answer(line); ok {
			return figures
		}
	}
}

// answer parses the numbers of a line; "-" means none.
func answer(line string) (figures []float64, ok bool) {
	for _, f := range strings.Fields(line) {
		if f == "-" {
			return nil, true
		}
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, false
		}
		figures = append(figures, x)
	}
	return figures, len(figures) > 0
}

func (p *peer) stop() {
	if p.cmd != nil && p.in != nil {
		p.in.Close()
		p.cmd.Wait()
	}
}
