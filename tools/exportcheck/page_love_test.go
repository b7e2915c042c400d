package exportcheck

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

var update = flag.Bool("update", false, "write the pictures of docs/engines")

// luaBlock matches a Lua example of a page.
var luaBlock = regexp.MustCompile("(?s)```lua\n(.*?)```")

// The examples of the page for LÖVE draw the platformer sample. With -update, the picture becomes the page's.
func TestLovePage(t *testing.T) {
	if _, err := exec.LookPath("xvfb-run"); err != nil {
		t.Skip("Xvfb is missing: ", err)
	}
	doc, err := level.Open("../../assets/samples/platformer.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/engines/love.md")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, block := range luaBlock.FindAllSubmatch(page, -1) {
		code.Write(block[1])
	}
	code.WriteString(`
local draw, frames = love.draw, 0
function love.draw()
  draw()
  frames = frames + 1
  if frames == 60 then
    love.graphics.captureScreenshot(function(picture)
      picture:encode("png", "page.png")
      love.event.quit()
    end)
  end
end
`)
	dir := loveGame(t, map[string][]byte{"level.colliders.json": formed(t, doc, export.Form{})})
	for name, text := range map[string]string{
		"main.lua": code.String(),
		"conf.lua": "function love.conf(t)\n  t.window.width, t.window.height, t.identity = 1280, 480, \"page\"\n" +
			"  t.modules.audio, t.modules.sound = false, false\nend\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("xvfb-run", "-a", "love", dir)
	data := t.TempDir()
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+data)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("LÖVE: %v\n%.4000s", err, out)
	}
	picture, err := os.ReadFile(filepath.Join(data, "love", "page", "page.png"))
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			if r, _, _, _ := im.At(x, y).RGBA(); r > 0x8000 {
				drawn++
			}
		}
	}
	if drawn < 2000 {
		t.Errorf("LÖVE draws only %d pixels", drawn)
	}
	if *update {
		if err := os.WriteFile("../../docs/engines/love.png", picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
