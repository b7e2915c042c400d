package ui

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// clockwork drives a window's frames by hand.
type clockwork struct {
	t    *testing.T
	w    *Window
	tick func(time.Time)
	now  time.Time
}

// newPlayWindow opens a sample in a window whose frames are drawn by the test.
func newPlayWindow(t *testing.T, sample string) (*Window, *clockwork) {
	t.Helper()
	w := newWindow(t)
	k := &clockwork{t: t, w: w}
	w.play.Frames = k.frames
	w.docs.OpenSample(sample + ".level.yaml")
	drawForTest(w.Win.Canvas()) // the first picture sets the camera
	return w, k
}

// frames registers the function that draws a frame.
func (k *clockwork) frames(tick func(time.Time)) func() {
	k.tick, k.now = tick, time.Now()
	return func() { k.tick = nil }
}

// run draws a number of frames.
func (k *clockwork) run(frames int) {
	k.t.Helper()
	for range frames {
		if k.tick == nil {
			k.t.Fatal("no playtest runs")
		}
		k.now = k.now.Add(time.Second / 60)
		k.w.play.Run.Last = k.now.Add(-time.Second / 60)
		k.tick(k.now)
	}
}

func (w *Window) typeForTest(names ...fyne.KeyName) {
	for _, n := range names {
		w.typedKey(&fyne.KeyEvent{Name: n})
	}
}

func marshalled(t *testing.T, w *Window) string {
	t.Helper()
	b, err := level.Marshal(w.Session.Document())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPlaytestLeavesTheLevelUntouched(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	before, camera, unsaved := marshalled(t, w), w.Canvas.Camera, w.Files.Unsaved()
	w.typeForTest(fyne.KeyF5)
	if w.play.Run == nil {
		t.Fatal("F5 starts no playtest")
	}
	spawn := play.SpawnOf(w.Session.Document().Snapshot())
	if at := w.play.Run.Run.Character().Position; at.Dist(spawn.Position) > 30 {
		t.Errorf("the character starts at %v, the spawn is at %v", at, spawn.Position)
	}
	w.play.Run.Hold(fyne.KeyRight)
	k.run(120)
	w.play.Run.Release(fyne.KeyRight)
	if got := w.play.Run.Run.Steps(); got != 120 {
		t.Errorf("120 frames of a sixtieth ran %d steps", got)
	}
	if x := w.play.Run.Run.Character().Position.X; x < spawn.Position.X+150 {
		t.Errorf("after two seconds to the right, x = %g", x)
	}
	drawForTest(w.Win.Canvas())
	w.Canvas.ZoomBy(3)
	// Neither keys nor menus change the level.
	w.Session.Selection().All()
	w.typeForTest(fyne.KeyDelete, fyne.KeyV, fyne.KeyH, fyne.KeyBackspace, fyne.KeyLeftBracket)
	for _, e := range w.commands.commandEntries() {
		if strings.HasPrefix(e.Label, "Edit") && !strings.HasSuffix(e.Label, "Commands…") &&
			!strings.HasSuffix(e.Label, "Preferences…") && !strings.HasSuffix(e.Label, "shortcuts…") ||
			strings.HasPrefix(e.Label, "Shape") || strings.HasPrefix(e.Label, "Level") {
			e.Do()
		}
	}
	w.dragForTest(fyne.NewPos(300, 300), fyne.NewPos(400, 400))
	if w.play.Run == nil {
		t.Fatal("the playtest has ended")
	}
	w.typeForTest(fyne.KeyEscape)
	if w.play.Run != nil || k.tick != nil {
		t.Fatal("Escape does not leave the playtest")
	}
	if marshalled(t, w) != before || w.Files.Unsaved() != unsaved {
		t.Error("the level has changed")
	}
	if _, ok := w.Session.History().CanUndo(); ok {
		t.Error("there is an undo step")
	}
	if w.Canvas.Camera != camera {
		t.Errorf("view = %+v, want %+v", w.Canvas.Camera, camera)
	}
	if !w.palette.Content.Visible() || w.play.Panel.Content.Visible() {
		t.Error("the tools are not shown again")
	}
	drawForTest(w.Win.Canvas())
}

func TestPlaytestKeys(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5)
	run := w.play.Run.Run
	k.run(60)
	w.typeForTest(fyne.KeyP)
	k.run(30)
	if run.Steps() != 60 || !run.Paused {
		t.Errorf("paused after 60 steps it ran %d", run.Steps())
	}
	w.typeForTest(fyne.KeyO, fyne.KeyO)
	if run.Steps() != 62 {
		t.Errorf("after two single steps the run is at step %d", run.Steps())
	}
	w.typeForTest(fyne.KeyI, fyne.KeyO)
	if run.Down().Y != -1 {
		t.Error("I does not flip gravity")
	}
	w.typeForTest(fyne.KeyO)
	if run.Down().Y != -1 {
		t.Error("gravity flips again on its own")
	}
	w.typeForTest(fyne.KeyP, fyne.KeyM)
	from := run.Steps()
	k.run(80)
	if n := run.Steps() - from; n != 20 {
		t.Errorf("80 frames in slow motion ran %d steps", n)
	}
	w.typeForTest(fyne.KeyM, fyne.KeyR)
	if run.Steps() != 0 || run.Down().Y != 1 || run.Speed != 1 {
		t.Errorf("after a restart: step %d, gravity %v, speed %g", run.Steps(), run.Down(), run.Speed)
	}
	for _, key := range []fyne.KeyName{fyne.KeyT, fyne.KeyJ, fyne.KeyK, fyne.KeyC, fyne.KeyF} {
		before := [...]bool{
			w.play.Shows.Path, w.play.Shows.Reach, w.play.Shows.Contacts, w.play.Shows.Follow,
			w.Canvas.Fits.IsOn,
		}
		w.typeForTest(key)
		after := [...]bool{
			w.play.Shows.Path, w.play.Shows.Reach, w.play.Shows.Contacts, w.play.Shows.Follow,
			w.Canvas.Fits.IsOn,
		}
		if before == after {
			t.Errorf("%s toggles nothing", key)
		}
		k.run(5)
		drawForTest(w.Win.Canvas())
	}
	// A dialog pauses the run and receives all keys.
	w.commands.showKeys()
	from = run.Steps()
	k.run(10)
	w.play.Run.Hold(fyne.KeyRight)
	w.typeForTest(fyne.KeyR)
	if run.Steps() != from || w.play.Run.Held != (heldKeys{}) {
		t.Error("the run continues behind a dialog")
	}
	w.typeForTest(fyne.KeyEscape)
	if w.play.Run == nil || w.IsModal() {
		t.Error("Escape does not close only the dialog")
	}
	// F1 lists all keys, Shift+F1 opens the guide, and 0 zooms to actual size, as the panel's help says.
	for shift, title := range map[bool]string{false: "Keyboard shortcuts", true: "User guide"} {
		w.play.Run.Typed(fyne.KeyF1, tool.Mods{Shift: shift})
		if !w.IsModal() || !strings.HasPrefix(shownTexts(w), title) {
			t.Errorf("F1 with Shift, %t, shows %.60q", shift, shownTexts(w))
		}
		w.typeForTest(fyne.KeyEscape)
	}
	w.typeForTest(fyne.Key1, fyne.Key0)
	if math.Abs(w.Canvas.Camera.Zoom-w.Canvas.Scale) > 1e-9 {
		t.Errorf("0 sets a zoom of %v at a scale of %v", w.Canvas.Camera.Zoom, w.Canvas.Scale)
	}
	// A start at the cursor also applies to restarts.
	w.Canvas.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(500, 250)}})
	at := w.Canvas.PointerInLevel()
	w.play.StartHere()
	if d := w.play.Run.Run.Character().Position.Dist(at); d > 1 {
		t.Errorf("starting at the cursor begins %g away from it", d)
	}
	k.run(20)
	w.typeForTest(fyne.KeyR)
	if d := w.play.Run.Run.Character().Position.Dist(at); d > 1 {
		t.Errorf("a restart begins %g away from the cursor", d)
	}
}

func TestPlaytestReachesTheGoalFromAFile(t *testing.T) {
	w, k := newPlayWindow(t, "jetpack")
	data, err := assets.Samples().Open("jetpack.inputs")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := play.ReadRecording(data)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "jetpack.inputs")
	w.play.WriteRecording(path, &rec)
	w.play.ReplayFile(path)
	if w.play.Run == nil || w.play.Run.Tape == nil {
		t.Fatal("the file is not replayed")
	}
	k.run(rec.Len() + 10)
	run := w.play.Run.Run
	if !run.Finished() {
		t.Fatalf("after %d steps the goal is not reached", run.Steps())
	}
	if !strings.HasPrefix(w.play.Panel.Title.Text, fmt.Sprintf("Goal reached in 0:%05.2f", run.Time())) {
		t.Errorf("the banner shows %q", w.play.Panel.Title.Text)
	}
	if n := len(w.play.Panel.Log); n == 0 || !w.play.Panel.Log[n-1].Goal {
		t.Errorf("the log ends with %+v", w.play.Panel.Log)
	}
	headless := play.NewRun(w.play.Run.Snap, w.play.Run.Run.Settings(), rec.Start)
	for in := range rec.Steps() {
		if headless.Finished() {
			break
		}
		headless.Step(in)
	}
	if headless.Hash() != run.Hash() {
		t.Error("the window's run differs from a run without a window")
	}
	w.typeForTest(fyne.KeyL)
	k.run(rec.Len() + 10)
	if !strings.Contains(w.play.Panel.Sub.Text, "matched the recorded run bit for bit") {
		t.Errorf("after the replay the banner shows %q", w.play.Panel.Sub.Text)
	}
	w.typeForTest(fyne.KeyR)
	if k.run(10); !strings.HasPrefix(w.play.Panel.Title.Text, "Playtest · 0:00") { // in a level with a goal
		t.Errorf("while the user plays, the banner shows %q", w.play.Panel.Title.Text)
	}
	for name, text := range map[string]string{"empty": "fillet-inputs 1\n", "broken": "fillet-inputs 1\n3 jupm\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		w.play.ReplayFile(path)
		if !w.IsModal() {
			t.Errorf("%s: there is no error", name)
		}
		w.typeForTest(fyne.KeyEscape)
	}
}

func TestPlaytestRecordingIsTheRun(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5)
	for i, keys := range [][]fyne.KeyName{
		{fyne.KeyRight},
		{fyne.KeyRight, fyne.KeySpace},
		{fyne.KeyLeft},
		{fyne.KeyRight, fyne.KeySpace},
	} {
		for _, key := range keys {
			w.play.Run.Hold(key)
		}
		k.run(37 + i)
		for _, key := range keys {
			w.play.Run.Release(key)
		}
	}
	rec, want, steps := w.play.Run.Run.Recording(), w.play.Run.Run.Hash(), w.play.Run.Run.Steps()
	path := filepath.Join(t.TempDir(), "run.inputs")
	w.play.WriteRecording(path, &rec)
	w.play.ReplayFile(path)
	k.run(steps)
	if w.play.Run.Run.Steps() != steps || w.play.Run.Run.Hash() != want {
		t.Errorf("%d steps from the file are not the %d that were played", w.play.Run.Run.Steps(), steps)
	}
	k.run(2)
	if !w.play.Run.Run.Paused || w.play.Run.Tape != nil {
		t.Error("the replay continues past its end")
	}
	w.typeForTest(fyne.KeyR)
	if w.play.Run.Run.Paused {
		t.Error("a restart does not return control to the user")
	}
}

func TestPlaytestDragsBodies(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5)
	k.run(30)
	drawForTest(w.Win.Canvas())
	run := w.play.Run.Run
	i := slices.IndexFunc(run.Bodies(), func(b play.BodyState) bool { return b.Dynamic })
	body := run.Bodies()[i]
	pos := func(v level.Vec) fyne.Position {
		p := w.Canvas.Camera.ToScreen(v)
		return fyne.NewPos(float32(p.X/w.Canvas.Scale), float32(p.Y/w.Canvas.Scale))
	}
	event := func(p fyne.Position) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	}
	to := body.Transform.P.Add(level.Vec{X: -10, Y: -60})
	w.Canvas.MouseDown(event(pos(body.Transform.P)))
	k.run(2)
	w.Canvas.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: pos(to)}})
	k.run(90)
	if got := run.Bodies()[i].Transform.P; got.Dist(to) > 12 {
		t.Errorf("the body was dragged to %v and is at %v", to, got)
	}
	w.Canvas.MouseUp(event(pos(to)))
	k.run(60)
	if _, _, held := run.Grabbed(); held {
		t.Error("the body is still held")
	}
	if got := run.Bodies()[i].Transform.P; got.Y < to.Y+20 {
		t.Errorf("released, the body hangs at %v", got)
	}
}

// Settings changed during a playtest apply to the run and make one undo step.
func TestPlaySettingsReachTheRun(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	before := w.Session.Document().Settings().Playtest
	w.typeForTest(fyne.KeyF5)
	k.run(20)
	w.play.Settings()
	if !w.IsModal() {
		t.Fatal("there is no dialog")
	}
	if err := w.Session.EditSettings("Character and forces", func(s *level.Settings) {
		s.Playtest.JumpHeight = 90
	}); err != nil {
		t.Fatal(err)
	}
	w.refresh(w.changed) // as Fyne does later
	w.changed = 0
	if got := w.play.Run.Run.Settings().JumpHeight; got != 90 {
		t.Errorf("the run uses a jump of %g", got)
	}
	w.typeForTest(fyne.KeyEscape, fyne.KeyEscape)
	w.commands.undo()
	if got := w.Session.Document().Settings().Playtest; got != before {
		t.Error("one undo does not restore the settings")
	}
}

func TestCharacterFit(t *testing.T) {
	w, _ := newPlayWindow(t, "jetpack")
	drawForTest(w.Win.Canvas())
	w.typeForTest(fyne.KeyF)
	scene := w.Canvas.Scene()
	if scene.Region == nil || len(scene.Region.Pieces) == 0 || len(scene.Region.Boundary) == 0 {
		t.Fatal("F does not show where the character fits")
	}
	first := scene.Region
	if w.Canvas.Scene().Region != first {
		t.Error("the free space is recomputed without a change")
	}
	w.Session.Selection().All()
	if err := w.Session.Nudge(3, 0); err != nil {
		t.Fatal(err)
	}
	w.refresh(w.changed)
	w.changed = 0
	if w.Canvas.Scene().Region == first {
		t.Error("the space does not follow the level")
	}
	figureAt := func(at level.Vec) overlay.FigureLook {
		return w.Canvas.Fits.Under(at)[0].(*overlay.Stage).Look
	}
	if figureAt(level.Vec{X: 5, Y: 5}) != overlay.Misplaced || figureAt(level.Vec{X: 87, Y: 300}) != overlay.Ghost {
		t.Error("the figure at the pointer does not show whether it fits")
	}
	if err := w.Session.EditSettings("larger", func(s *level.Settings) {
		s.Playtest.Size = level.Vec{X: 200, Y: 200}
	}); err != nil {
		t.Fatal(err)
	}
	w.refresh(w.changed)
	w.changed = 0
	w.Canvas.Scene()
	if figureAt(level.Vec{X: 87, Y: 300}) != overlay.Misplaced {
		t.Error("a character of 200 by 200 fits between the walls")
	}
	w.typeForTest(fyne.KeyF)
	if w.Canvas.Scene().Region != nil {
		t.Error("F does not hide the space")
	}
}

// The space where the character fits depends on the doors, both at the start and during a run.
func TestFitFollowsDoors(t *testing.T) {
	const text = `fillet: 2
name: Gates
size: [400, 200]
layers:
  - id: l1
    colliders:
      - {id: c1, name: floor, kind: box, size: [400, 20], position: [200, 190]}
      - {id: c2, name: gate, kind: box, size: [10, 80], position: [300, 140], tags: [door], properties: {door_open: true}}
      - {id: c3, name: plate, kind: box, size: [60, 40], position: [120, 160], role: trigger, tags: [switch], properties: {opens: gate}}
      - {id: c4, name: spawn, kind: point, position: [60, 160], tags: [spawn]}
`
	w, _ := openTextForTest(t, text)
	k := &clockwork{t: t, w: w}
	w.play.Frames = k.frames
	drawForTest(w.Win.Canvas())
	w.typeForTest(fyne.KeyF)
	isOpen := func(what string, want bool) {
		t.Helper()
		drawForTest(w.Win.Canvas())
		if got := w.Canvas.Fits.Under(level.Vec{X: 300, Y: 140})[0].(*overlay.Stage).Look == overlay.Ghost; got !=
			want {
			t.Errorf("%s: the character fits in the door: %t", what, got)
		}
	}
	isOpen("before", true)
	w.typeForTest(fyne.KeyF5)
	isOpen("at the start", true)
	w.play.Run.Hold(fyne.KeyRight)
	k.run(20)
	w.play.Run.Release(fyne.KeyRight)
	k.run(10)
	isOpen("on the plate", false)
	w.typeForTest(fyne.KeyR)
	isOpen("at the start again", true)
	w.typeForTest(fyne.KeyEscape)
	isOpen("afterwards", true)
}

func TestPutSpawn(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	move := func(x, y float32) level.Vec {
		w.Canvas.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}})
		return w.Canvas.PointerInLevel()
	}
	for _, at := range []level.Vec{move(300, 200), move(500, 400)} {
		w.Canvas.Pointer = fyne.NewPos(0, 0)
		p := w.Canvas.Camera.ToScreen(at)
		move(float32(p.X/w.Canvas.Scale), float32(p.Y/w.Canvas.Scale))
		w.play.PutSpawn()
		spawn := play.SpawnOf(w.Session.Document().Snapshot())
		if spawn == nil || spawn.Position.Dist(at) > 0.01 || w.Session.Document().Len() != 1 {
			t.Fatalf("spawn = %+v, want it at %v", spawn, at)
		}
	}
	w.commands.undo()
	w.commands.undo()
	if w.Session.Document().Len() != 0 {
		t.Error("two undos do not remove the spawn")
	}
}

// Once all bodies are at rest, a frame of a run allocates almost nothing. Only moving bodies are stored for rewinding.
func TestPlaytestFramesDoNotAllocate(t *testing.T) {
	w, k := newPlayWindow(t, "pile")
	w.play.Shows = playSwitches{Follow: true, Path: true, Reach: true, Contacts: true}
	w.typeForTest(fyne.KeyF5, fyne.KeyF)
	isMoving := func(b play.BodyState) bool { return b.Dynamic && !b.Asleep }
	for seconds := 0; seconds == 0 || slices.ContainsFunc(w.play.Run.Run.Bodies(), isMoving); seconds++ {
		if seconds == 30 {
			t.Fatal("the pile does not come to rest")
		}
		k.run(60)
	}
	c := w.Canvas
	c.Renderer.Workers = 1 // a goroutine is an allocation
	drawForTest(w.Win.Canvas())
	p := w.play.Run
	frame := func() {
		p.Step()
		p.FollowCharacter(false)
		c.DrawRun()
	}
	frame()
	if n := testing.AllocsPerRun(30, frame); n > 1 {
		t.Errorf("a frame allocates %g times", n)
	}
}

// The menu shows a playtest's display options as check marks, and the next window keeps them.
func TestPlaySwitchesAreKept(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5, fyne.KeyJ, fyne.KeyT)
	k.run(3)
	for label, want := range map[string]bool{
		"Follow character": true, "Show trail": false, "Show jump reach": true,
		"Show contact loads": false,
	} {
		if got := w.commandForTest(t, label); got.IsOn() != want {
			t.Errorf("%s checked = %v, want %v", label, got.IsOn(), want)
		}
	}
	w.commands.menus.Perform(w.commandForTest(t, "Show contact loads"))
	if !w.play.Run.View.Contacts || !w.play.Panel.Buttons[fyne.KeyK].IsOn {
		t.Error("the menu does not switch the contact points on")
	}
	w.play.Shows = playSwitches{}
	w.play.LoadPlayShow()
	if want := (playSwitches{Follow: true, Reach: true, Contacts: true}); w.play.Shows != want {
		t.Errorf("stored switches = %+v, want %+v", w.play.Shows, want)
	}
}

func TestLostCharacterMessage(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	at := level.Vec{X: -50, Y: 100}
	w.play.PlayFrom(&at)
	k.run(30)
	if p := w.play.Panel.Title.Text; !strings.HasPrefix(p, "Playtest") {
		t.Errorf("at first the banner shows %q", p)
	}
	k.run(400)
	if p := w.play.Panel.Title.Text; !strings.Contains(p, "left the level") {
		t.Errorf("at %v the banner shows %q", w.play.Run.Run.Character().Position, p)
	}
}

// If a change during the run makes the level unplayable, the playtest ends with one message.
func TestUnplayableLevelEndsPlaytest(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5)
	k.run(3)
	w.Session.Batch(func() {
		for range 650 {
			c := level.NewCollider(0, 0, "", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 100, Y: 100})
			c.Body = level.Dynamic
			if _, err := w.Session.Add(*c); err != nil {
				t.Fatal(err)
			}
		}
	})
	if w.play.Run != nil {
		t.Error("the run of a replaced level continues")
	}
	if !w.IsModal() {
		t.Error("no message says why the playtest ended")
	}
	w.typeForTest(fyne.KeyEscape)
	for range 650 {
		w.Session.Undo()
	}
	w.typeForTest(fyne.KeyF5)
	if w.play.Run == nil {
		t.Error("the previous level cannot be played")
	}
}

// A slow frame runs several steps, but none past the end of a replay.
func TestReplayEndsWithinAFrame(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.typeForTest(fyne.KeyF5)
	w.play.Run.Hold(fyne.KeyRight)
	k.run(7)
	want := w.play.Run.Run.Hash()
	w.play.Run.ReplayRun()
	k.now = k.now.Add(time.Second / 20)
	for range 3 { // three steps each
		w.play.Run.Last = k.now.Add(-time.Second / 20)
		k.tick(k.now)
	}
	if n := w.play.Run.Run.Steps(); n != 7 || w.play.Run.Run.Hash() != want {
		t.Errorf("the replay of 7 steps ended after %d", n)
	}
	if !strings.Contains(w.play.Panel.Sub.Text, "bit for bit") {
		t.Errorf("the banner shows %q", w.play.Panel.Sub.Text)
	}
}

// A gamepad controls a run in the window. A button does the same as its key, once per press.
func TestGamepadInTheWindow(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	var held kit.Gamepad
	w.Look.Gamepads.Read = func() kit.Gamepad { return held }
	w.play.Start()
	p := w.play.Run
	start := p.Run.Character().Position
	held = kit.Gamepad{X: 1}
	k.run(30)
	if at := p.Run.Character().Position; at.X < start.X+20 {
		t.Errorf("half a second of the stick to the right leads from %v to %v", start, at)
	}
	held = kit.Gamepad{Start: true}
	k.run(5)
	if !p.Run.Paused {
		t.Error("holding Start for five frames does not pause exactly once")
	}
	held = kit.Gamepad{}
	k.run(1)
	held = kit.Gamepad{Start: true}
	k.run(1)
	if p.Run.Paused {
		t.Error("Start does not resume")
	}
	held = kit.Gamepad{Bumper: true}
	k.run(3)
	if p.Run.Speed >= 1 {
		t.Error("a bumper does not start slow motion")
	}
	held = kit.Gamepad{Back: true}
	k.run(1)
	held = kit.Gamepad{}
	if steps := p.Run.Steps(); steps > 2 {
		t.Errorf("after Back the run has %d steps", steps)
	}
	if allocs := testing.AllocsPerRun(20, func() { w.Look.Gamepads.Held() }); allocs > 0 {
		t.Errorf("reading allocates %v times", allocs)
	}
}

// B steps back through the run and O forward again, and each state is restored exactly. P replays the rest and stops at
// the end of the run. A character key takes over and drops the rest.
func TestStepBackAndForth(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.play.Start()
	p := w.play.Run
	p.Hold(fyne.KeyRight)
	var hashes []uint64
	for range 90 {
		hashes = append(hashes, p.Run.Hash())
		k.run(1)
	}
	p.Release(fyne.KeyRight)
	end := p.Run.Hash()
	for at := 89; at >= 0; at-- {
		w.typeForTest(fyne.KeyB)
		if p.Run.Steps() != at || p.Run.Hash() != hashes[at] || !p.Run.Paused {
			t.Fatalf("a step back leads to step %d, paused: %v, and the state differs from step %d", p.Run.Steps(),
				p.Run.Paused, at)
		}
	}
	w.typeForTest(fyne.KeyB)
	if p.Run.Steps() != 0 {
		t.Errorf("before the start there is step %d", p.Run.Steps())
	}
	for at := 1; at < 40; at++ {
		if w.typeForTest(fyne.KeyO); p.Run.Hash() != hashes[at] {
			t.Fatalf("step %d differs after stepping forward", at)
		}
	}
	if p.Length() != 90 {
		t.Errorf("at step 39 the run has the length %d", p.Length())
	}
	k.run(5)
	if p.Run.Steps() != 39 {
		t.Error("a rewound run continues on its own")
	}
	w.typeForTest(fyne.KeyP)
	k.run(60)
	if p.Run.Steps() != 90 || p.Run.Hash() != end || !p.Run.Paused || p.Tape != nil {
		t.Errorf("replaying the rest leads to step %d, paused: %v", p.Run.Steps(), p.Run.Paused)
	}
	w.typeForTest(fyne.KeyP)
	k.run(10)
	if p.Run.Steps() != 100 {
		t.Errorf("past its end it continues to step %d", p.Run.Steps())
	}

	p.Seek(50)
	w.typeForTest(fyne.KeyP)
	k.run(10)
	p.Hold(fyne.KeyLeft)
	k.run(10)
	p.Release(fyne.KeyLeft)
	if p.Run.Steps() != 70 || p.Tape != nil || p.Length() != 70 {
		t.Errorf("after taking over at 60 it is at step %d of %d", p.Run.Steps(), p.Length())
	}
	rec, want := p.Run.Recording(), p.Run.Hash()
	if rec.Len() != 70 || p.Run.Character().Velocity.X >= 0 {
		t.Errorf("the recording has %d steps, the character's velocity is %v", rec.Len(), p.Run.Character().Velocity)
	}
	p.Seek(20)
	p.Seek(70)
	if p.Run.Hash() != want {
		t.Error("stepping back and forth across the takeover gives a different run")
	}
	p.ReplayRun()
	k.run(70)
	if p.Run.Hash() != want {
		t.Error("the replay of a rewound run differs")
	}
	w.typeForTest(fyne.KeyR, fyne.KeyB)
	if p.Run.Steps() != 0 {
		t.Errorf("after a restart a step back leads to %d", p.Run.Steps())
	}
}

// Stepping back from the goal works. Stepping back and forth over an unplayed part of a recording takes only a few
// frames.
func TestSeekOverARecording(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.play.ReplayFile(filepath.Join("..", "..", "assets", "samples", "platformer.inputs"))
	p := w.play.Run
	if p == nil {
		t.Fatal("the sample's recording is not replayed")
	}
	n := p.Length()
	for p.Run.Steps() < n && !p.Run.Finished() {
		k.run(1)
	}
	if !p.Run.Finished() {
		t.Fatal("the sample's recording does not reach the goal")
	}
	want, at := p.Run.Hash(), p.Run.Steps()
	w.typeForTest(fyne.KeyB)
	if p.Run.Finished() || p.Run.Steps() != at-1 {
		t.Errorf("a step back from the goal leads to step %d of %d, finished: %v", p.Run.Steps(), at, p.Run.Finished())
	}
	w.typeForTest(fyne.KeyO)
	if !p.Run.Finished() || p.Run.Hash() != want {
		t.Error("a step forward does not reach the goal again")
	}
	w.play.ReplayFile(filepath.Join("..", "..", "assets", "samples", "platformer.inputs"))
	k.run(10)
	p.Seek(at)
	for range 1000 {
		if p.Run.Steps() == at {
			break
		}
		k.run(1)
	}
	if !p.Run.Finished() || p.Run.Hash() != want {
		t.Errorf("sought to its end the recording is at step %d of %d", p.Run.Steps(), at)
	}
}
