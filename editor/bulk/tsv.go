package bulk

import (
	"errors"
	"strings"
)

// The limits of what is pasted.
const (
	mostPasted = 64 << 20
	mostCells  = 4_000_000
)

// ParseCells takes apart what a spreadsheet puts on the clipboard: rows of cells with tabs between them, those with tabs, line feeds or
// quotes in quotes. A line feed at the end begins no row.
func ParseCells(text string) ([][]string, error) {
	if len(text) > mostPasted {
		return nil, errors.New("that is too much to paste: more than 64 MB")
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	text = strings.TrimSuffix(text, "\n")
	var out [][]string
	var row []string
	cells := 0
	for {
		cell, rest, end := nextCell(text)
		row = append(row, cell)
		if cells++; cells > mostCells {
			return nil, errors.New("that is too much to paste: more than 4,000,000 cells")
		}
		if end != '\t' {
			out, row = append(out, row), nil
		}
		if end == 0 {
			return out, nil
		}
		text = rest
	}
}

// nextCell is the first cell of a text, what follows it, and the character between, 0 at the end.
func nextCell(text string) (cell, rest string, end byte) {
	if strings.HasPrefix(text, `"`) {
		if cell, after, ok := quotedCell(text[1:]); ok {
			if after == "" {
				return cell, "", 0
			}
			return cell, after[1:], after[0]
		}
	}
	i := strings.IndexAny(text, "\t\n")
	if i < 0 {
		return text, "", 0
	}
	return text[:i], text[i+1:], text[i]
}

// quotedCell is a cell up to the quote that ends it, and what follows: the end of a cell. It reports false where the quotes are those of
// an ordinary text.
func quotedCell(text string) (cell, after string, ok bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '"')
		if i < 0 {
			return "", "", false
		}
		b.WriteString(text[:i])
		text = text[i+1:]
		switch {
		case strings.HasPrefix(text, `"`):
			b.WriteByte('"')
			text = text[1:]
		case text == "" || text[0] == '\t' || text[0] == '\n':
			return b.String(), text, true
		default:
			return "", "", false
		}
	}
}

// FormatCells is rows of cells as a spreadsheet takes them: each row ends with a line feed.
func FormatCells(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for k, cell := range row {
			if k > 0 {
				b.WriteByte('\t')
			}
			if strings.ContainsAny(cell, "\t\n\r") || strings.HasPrefix(cell, `"`) {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
