package dialog

import "testing"

func TestCulprit(t *testing.T) {
	stack := `goroutine 1 [running]:
runtime/debug.Stack()
	/go/src/runtime/debug/stack.go:26 +0x5e
fillet/editor/ui/kit.(*Thread).Catch(0xc0)
	/fillet/editor/ui/kit/thread.go:31 +0x45
panic({0x1, 0x2})
	/go/src/runtime/panic.go:783 +0x132
fyne.io/fyne/v2/widget.(*List).Refresh(0x1)
	/fyne/list.go:1
fillet/editor/ui.(*Window).flip(0x1, 0x0)
	/fillet/editor/ui/menu.go:1 +0x1
`
	if got := culprit([]byte(stack)); got != "editor/ui.(*Window).flip" {
		t.Errorf("culprit = %q", got)
	}
}
