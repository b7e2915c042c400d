package main

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// command runs the command that matches words in the palette.
func (p *tab) command(words string) {
	p.t.Helper()
	p.press("P", input.ModifierAlt, input.ModifierShift)
	p.settled()
	p.do(input.InsertText(words))
	p.settled()
	p.press("\r")
}

// keepsCopies is a script that stores copied text in window.copied.
const keepsCopies = `window.copied = ""; navigator.clipboard.writeText = async (text) => { window.copied = text; };`

// picks returns a script that replaces the browser's dialogs for opening and saving files. They return a file of the
// page's private file system, which stands in for a user's file.
func picks(name, text string) string {
	return fmt.Sprintf(`window.ofUser = async (name = %q, text = %q) => {
			const folder = await navigator.storage.getDirectory();
			let isNew = false;
			const handle = await folder.getFileHandle(name).catch(() => { isNew = true; return folder.getFileHandle(name, { create: true }); });
			if (isNew && text) {
				const out = await handle.createWritable();
				await out.write(text);
				await out.close();
			}
			return handle;
		};
		window.textOf = async (name = %q) => (await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()).text();
		window.showOpenFilePicker = async () => [await ofUser()];
		window.showSaveFilePicker = async () => ofUser(%q, "");`, name, text, name, name)
}

// A link that is copied in the editor opens the level as an unsaved one, in another tab or in the same tab.
func TestLinkThatHoldsALevel(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", keepsCopies)
	p.drag(670, 150, 670, 150) // Rounding
	p.opened("ounding")
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.has("box 1")
	p.command("copy link")
	p.waitFor("the link", `copied.startsWith(location.origin + "/#level=") && copied.length < 32768 && /&name=rounding$/.test(copied)`)
	var link string
	p.do(chromedp.Evaluate(`copied`, &link))

	second := newTab(t, strings.TrimPrefix(link, p.url+"/"), `delete window.showOpenFilePicker;
		window.asked = ""; window.showSaveFilePicker = async (o) => { asked = o.suggestedName; throw new DOMException("not now", "AbortError"); };`)
	second.waitFor("the level of the link", `document.title === "● rounding.level.yaml — Fillet"`)
	second.has("box 1")
	second.press("s", input.ModifierCtrl)
	second.waitFor("the question where it goes", `asked === "rounding.level.yaml" && fillet.unsaved()`)

	hash := "#level=" + held(t, givenLevel) + "&name=a/b"
	second.do(chromedp.Evaluate(`location.hash = `+fmt.Sprintf("%q", hash), nil))
	second.waitFor("the level of the second link", `document.title === "● a_b.level.yaml — Fillet"`)
}

// For addresses with no valid level, or a level that is too large, the page reports the fault with its position and
// opens nothing.
func TestBrokenLinks(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	whole := held(t, givenLevel)
	const bomb = 512 << 20 // bytes, from half a megabyte of input
	p := newTab(t, "", `window.told = [];`)
	p.do(chromedp.Evaluate(`fillet.say = (title, text) => { told.push(text); };`, nil))
	for _, c := range []struct{ name, data, want string }{
		{"cut off", whole[:len(whole)/2/4*4], "cut off, after "},
		{"cut off by a letter", whole[:len(whole)/4*4-3], "was cut off"},
		{"a blank in it", whole[:20] + "*" + whole[20:], "character 21 of what it holds is"},
		{"a bomb", zeros(t, bomb), "holds more than 4 MB"},
		{"no deflate", base64.RawURLEncoding.EncodeToString([]byte("fillet: 1\n  what is this")), "damaged"},
	} {
		p.do(chromedp.Evaluate(fmt.Sprintf(`told.length = 0; location.hash = "#level=" + %q`, c.data), nil))
		p.waitFor(c.name, fmt.Sprintf(`told.length === 1 && told[0].includes(%q)`, c.want))
		p.waitFor("the start page", `document.title === "Fillet" && !fillet.unsaved()`)
	}
}
