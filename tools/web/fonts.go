package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"golang.org/x/image/font/sfnt"

	"fillet/assets"
)

// fontFolders lists the folders in which distributions install Noto fonts; tools/deps.sh unpacks them into the first
// two.
var fontFolders = []string{
	"bin/web/packages/usr/share/fonts/truetype/noto", "bin/web/packages/usr/share/fonts/opentype/noto",
	"/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto",
	"/usr/share/fonts/google-noto", "/usr/share/fonts/google-noto-cjk",
	"/usr/share/fonts/noto", "/usr/share/fonts/noto-cjk",
}

// subsetter is HarfBuzz's program for cutting fonts.
const subsetter = "hb-subset"

// placeFonts writes fonts for the scripts that the program's own font lacks, split into pieces, with a list of each
// piece's characters. If the fonts or the subsetter are missing, it reports this and places no fonts.
func (a placedAssets) placeFonts(ctx context.Context, folder, work string) error {
	version, err := exec.CommandContext(ctx, subsetter, "--version").Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "web: the page has no fonts for other scripts: install %s (package libharfbuzz-bin)\n",
			subsetter)
		return nil
	}
	all := findFonts(fontFolders)
	sources := fontSources(all)
	if len(sources) == 0 {
		fmt.Fprintln(os.Stderr, "web: the page has no fonts for other scripts: install Noto fonts (packages "+
			"fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji)")
		return nil
	}
	own, err := readOwnFont(ctx)
	if err != nil {
		return err
	}
	cuts, err := planFonts(sources, own.runes)
	if err != nil {
		return err
	}
	c := cutter{cache: filepath.Join(work, "fonts"), version: version, lines: own.lines, used: map[string]bool{}}
	if err := c.cutAll(ctx, cuts); err != nil {
		return err
	}
	if err := c.forget(); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(folder, "fonts"), 0o755); err != nil {
		return err
	}
	pieces := make([]*assets.FontPiece, len(cuts))
	for i, cut := range cuts {
		name, err := cut.place(folder)
		if err != nil {
			return err
		}
		pieces[i] = assets.NewFontPiece(name, cut.language, cut.runes)
	}
	if a[assets.FontListName], err = placeData(folder, assets.FontListName, assets.WriteFontList(pieces),
		true); err != nil {
		return err
	}
	terms, err := termsOf(sources, own.licence)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "fonts", "LICENCE.txt"), terms, 0o644)
}

// findFonts returns the paths of Noto fonts by name without extension. Fonts in earlier folders take precedence.
func findFonts(folders []string) map[string]string {
	all := map[string]string{}
	for _, folder := range folders {
		for _, pattern := range []string{"Noto*-Regular.tt[fc]", emojiFile + ".ttf"} {
			paths, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				continue // the patterns are valid
			}
			for _, p := range paths {
				name := strings.TrimSuffix(filepath.Base(p), filepath.Ext(p))
				if all[name] == "" {
					all[name] = p
				}
			}
		}
	}
	return all
}

// cut is a piece cut from a font.
type cut struct {
	name     string
	from     fontFile
	language assets.FontLanguage
	runes    []rune
	shaped   bool   // with the tables that join and position its letters
	whole    bool   // whether it has all characters of the font
	made     string // path of the piece once it is made
}

// fontFile is a font file, or one of several fonts in a file.
type fontFile struct {
	path string
	face int
}

// runes returns the characters of a font.
func (f fontFile) runes() ([]rune, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	all, err := opentype.NewLoaders(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	if f.face >= len(all) {
		return nil, fmt.Errorf("%s has %d fonts, not %d", f.path, len(all), f.face+1)
	}
	data, err := all[f.face].RawTable(opentype.MustNewTag("cmap"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	table, _, err := tables.ParseCmap(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	characters, _, err := font.ProcessCmap(table, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	var runes []rune
	for it := characters.Iter(); it.Next(); {
		if r, id := it.Char(); id != 0 {
			runes = append(runes, r)
		}
	}
	return runes, nil
}

// ownFont describes the toolkit's font.
type ownFont struct {
	runes   []rune
	lines   lines
	licence []byte // the licence that all Noto fonts share
}

func readOwnFont(ctx context.Context) (own ownFont, err error) {
	module, err := moduleDir(ctx, "fyne.io/fyne/v2")
	if err != nil {
		return own, fmt.Errorf("the toolkit: %w", err)
	}
	folder := filepath.Join(module, "theme", "font")
	path := filepath.Join(folder, "NotoSans-Regular.ttf")
	data, err := os.ReadFile(path)
	if err != nil {
		return own, err
	}
	if own.lines, err = linesOf(data); err != nil {
		return own, fmt.Errorf("%s: %w", path, err)
	}
	if own.runes, err = (fontFile{path: path}).runes(); err != nil {
		return own, err
	}
	own.licence, err = os.ReadFile(filepath.Join(folder, "LICENSE.txt"))
	if err == nil && !bytes.Contains(own.licence, []byte("SIL OPEN FONT LICENSE Version 1.1")) {
		err = errors.New("the toolkit's font has a different licence")
	}
	return own, err
}

// termsOf returns the copyright notices of the fonts and their licence.
func termsOf(sources []source, licence []byte) ([]byte, error) {
	owners := map[string]string{}
	for _, s := range sources {
		name := filepath.Base(s.from.path)
		if owners[name] != "" {
			continue
		}
		data, err := os.ReadFile(s.from.path)
		if err != nil {
			return nil, err
		}
		c, err := sfnt.ParseCollection(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.from.path, err)
		}
		f, err := c.Font(0)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.from.path, err)
		}
		if owners[name], err = f.Name(nil, sfnt.NameIDCopyright); err != nil {
			return nil, fmt.Errorf("%s has no copyright notice: %w", s.from.path, err)
		}
	}
	var b bytes.Buffer
	b.WriteString("The files in this folder are parts of these fonts, under the licence below.\n\n")
	for _, name := range slices.Sorted(maps.Keys(owners)) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(strings.Fields(owners[name]), " "))
	}
	b.WriteString("\n")
	b.Write(licence)
	return b.Bytes(), nil
}

// cutter makes pieces and caches them.
type cutter struct {
	cache   string
	version []byte
	lines   lines // lines of the toolkit's font

	mu   sync.Mutex
	used map[string]bool // files of the cache that are in use
}

// cutAll makes the pieces, several in parallel.
func (c *cutter) cutAll(ctx context.Context, cuts []*cut) error {
	if err := os.MkdirAll(c.cache, 0o755); err != nil {
		return err
	}
	sums := map[string][]byte{}
	for _, k := range cuts {
		if sums[k.from.path] != nil {
			continue
		}
		data, err := os.ReadFile(k.from.path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		sums[k.from.path] = sum[:]
	}
	work := make(chan *cut)
	failed := make(chan error, len(cuts))
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for k := range work {
				if err := c.cut(ctx, k, sums[k.from.path]); err != nil {
					failed <- fmt.Errorf("%s of %s: %w", k.name, k.from.path, err)
				}
			}
		})
	}
	for _, k := range cuts {
		work <- k
	}
	close(work)
	all.Wait()
	close(failed)
	return <-failed
}

// unneeded lists font tables that the program does not read.
const unneeded = "DSIG,vhea,vmtx,VORG,BASE,meta"

// cut makes a piece, or finds it in the cache.
func (c *cutter) cut(ctx context.Context, k *cut, sum []byte) error {
	unicodes := []string{"20", "a0"} // spaces use the font of the preceding text
	for _, r := range k.runes {
		unicodes = append(unicodes, fmt.Sprintf("%x", r))
	}
	args := []string{
		fmt.Sprintf("--face-index=%d", k.from.face), "--unicodes=" + strings.Join(unicodes, ","),
		"--no-hinting", "--name-IDs=0",
	}
	if k.whole {
		args[1] = "--unicodes=*" // including marks and joiners that other fonts also have
	}
	if k.shaped {
		args = append(args, "--drop-tables+="+unneeded)
	} else {
		args = append(args, "--drop-tables+="+unneeded+",GSUB,GPOS,GDEF")
	}
	h := sha256.New()
	fmt.Fprintf(h, "%x\n%s\n%v\n%s", sum, c.version, c.lines, strings.Join(args, "\n"))
	k.made = filepath.Join(c.cache, hex.EncodeToString(h.Sum(nil)[:16])+map[string]string{
		".ttf": ".ttf",
		".ttc": ".otf",
	}[filepath.Ext(k.from.path)])
	if err := c.make(ctx, k, args); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used[filepath.Base(k.made)] = true
	return nil
}

// make makes a piece and its compressed copies, unless they exist.
func (c *cutter) make(ctx context.Context, k *cut, args []string) error {
	if _, err := os.Stat(k.made); err != nil {
		part := k.made + ".part"
		if out, err := exec.CommandContext(ctx, subsetter, append(args, "--output-file="+part,
			"--font-file="+k.from.path)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		has, err := fontFile{path: part}.runes()
		if err != nil {
			return err
		}
		for _, r := range k.runes {
			if !slices.Contains(has, r) {
				return fmt.Errorf("it lacks %U", r)
			}
		}
		data, err := os.ReadFile(part)
		if err != nil {
			return err
		}
		if data, err = withLines(data, c.lines); err != nil {
			return err
		}
		if err := errors.Join(os.WriteFile(part, data, 0o644), os.Rename(part, k.made)); err != nil {
			return err
		}
	}
	if !k.shrinks() {
		return nil
	}
	if _, err := os.Stat(k.made + ".br"); err == nil {
		return nil
	}
	data, err := os.ReadFile(k.made)
	if err != nil {
		return err
	}
	return compressedCopies(k.made, data)
}

// shrinks reports whether compressing a piece helps. CFF outlines and pictures are compressed already.
func (k *cut) shrinks() bool {
	return filepath.Ext(k.from.path) == ".ttf" && filepath.Base(k.from.path) != emojiFile+".ttf"
}

// forget removes unused pieces from the cache.
func (c *cutter) forget() error {
	kept, err := os.ReadDir(c.cache)
	if err != nil {
		return err
	}
	for _, e := range kept {
		name := e.Name()
		if c.used[strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".br")] {
			continue
		}
		if err := os.Remove(filepath.Join(c.cache, name)); err != nil {
			return err
		}
	}
	return nil
}

// place copies a piece with its cached compressed copies, and returns its name next to the page.
func (k *cut) place(folder string) (string, error) {
	data, err := os.ReadFile(k.made)
	if err != nil {
		return "", err
	}
	to, err := placeData(folder, "fonts/"+k.name+filepath.Ext(k.made), data, false)
	if err != nil || !k.shrinks() {
		return to, err
	}
	for _, ext := range []string{".gz", ".br"} {
		data, err := os.ReadFile(k.made + ext)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to+ext), data, 0o644)
		}
		if err != nil {
			return "", err
		}
	}
	return to, nil
}

// notPlain matches special variants of fonts, because only the plain form is used, and fonts with symbols that nobody
// types.
var notPlain = regexp.MustCompile(`UI-|Mono-|Display-|Unjoined-|Slanted-|SignWriting-|Tifinagh.+-|^NotoSerif-`)
