package disk

import (
	"errors"
	"fmt"
	"syscall/js"
)

// Script returns the object with the page's functions for the program.
func Script() js.Value { return js.Global().Get("fillet") }

// Await waits for a promise and returns its value. If the promise is rejected, the error has the reason's message.
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

// Languages returns the user's preferred languages, best first, such as "ja" and "en-GB".
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

// ErrAborted reports an operation that the user cancelled.
var ErrAborted = errors.New("cancelled")

// reason converts the reason of a rejected promise to an error.
func reason(v js.Value) error {
	if v.Type() != js.TypeObject {
		return fmt.Errorf("browser error: %v", v)
	}
	if name := v.Get("name"); name.Type() == js.TypeString && name.String() == "AbortError" {
		return ErrAborted
	}
	message := v.Get("message")
	if message.Type() != js.TypeString || message.String() == "" {
		return fmt.Errorf("browser error: %v", v)
	}
	return errors.New(message.String())
}
