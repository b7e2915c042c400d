package disk

import (
	"errors"
	"fmt"
	"syscall/js"
)

// Script is the object with which the page's script serves the program.
func Script() js.Value { return js.Global().Get("fillet") }

// Await waits until a promise is kept, and returns its value. A broken one is an error with the reason's name and message.
func Await(promise js.Value) (js.Value, error) {
	type result struct {
		value js.Value
		err   error
	}
	done := make(chan result, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- result{value: first(args)}
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- result{err: reason(first(args))}
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	r := <-done
	return r.value, r.err
}

// Languages are those of the reader, the dearest first, such as "ja" and "en-GB".
func Languages() []string {
	list := js.Global().Get("navigator").Get("languages")
	if list.Type() != js.TypeObject {
		return nil
	}
	names := make([]string, list.Length())
	for i := range names {
		names[i] = list.Index(i).String()
	}
	return names
}

func first(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// ErrAborted is the error of what the user has broken off.
var ErrAborted = errors.New("broken off")

// reason is the error that a promise was broken with.
func reason(v js.Value) error {
	if v.Type() != js.TypeObject {
		return fmt.Errorf("the browser says: %v", v)
	}
	if name := v.Get("name"); name.Type() == js.TypeString && name.String() == "AbortError" {
		return ErrAborted
	}
	message := v.Get("message")
	if message.Type() != js.TypeString || message.String() == "" {
		return fmt.Errorf("the browser says: %v", v)
	}
	return errors.New(message.String())
}
