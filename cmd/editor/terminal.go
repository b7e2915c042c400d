package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"fillet/editor/quote"
)

// plainText writes text to a terminal, or to what may be shown on one later. Names of files and of what is in them come
// from strangers: what a terminal would take for a command, or what changes the direction of the text, is written as an
// escape. Lines end and tabs stay.
type plainText struct{ io.Writer }

// Write implements io.Writer. What it is given at once is whole lines.
func (w plainText) Write(p []byte) (int, error) {
	text := string(p)
	if strings.IndexFunc(text, isCommand) < 0 {
		return w.Writer.Write(p)
	}
	var b strings.Builder
	for _, r := range text {
		if isCommand(r) {
			b.WriteString(quote.Printable(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	if _, err := io.WriteString(w.Writer, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// tell writes one message as one line, whatever is in the names that it has in it.
func tell(to io.Writer, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	_, _ = io.WriteString(to, strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(text)+"\n") // there is nobody else to tell
}

// isCommand reports whether a terminal does something else than to show a rune.
func isCommand(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// toTerminal makes what is written to a terminal plain text. Files and pipes get the very bytes.
func toTerminal(out io.Writer) io.Writer {
	if f, ok := out.(*os.File); ok && isTerminal(f) {
		return plainText{out}
	}
	return out
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
