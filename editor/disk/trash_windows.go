package disk

import (
	"fmt"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

var fileOperation = windows.NewLazySystemDLL("shell32.dll").NewProc("SHFileOperationW")

// fileOp is SHFILEOPSTRUCTW in the layout of 64-bit systems.
type fileOp struct {
	window   uintptr
	function uint32
	from, to *uint16
	flags    uint16
	aborted  int32
	names    uintptr
	title    *uint16
}

// Trash moves a file to the recycle bin, or deletes it if the system asks the user and they agree. Otherwise it returns
// [ErrNoTrash] and leaves the file in place.
func Trash(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if unsafe.Sizeof(uintptr(0)) != 8 || fileOperation.Find() != nil {
		return ErrNoTrash
	}
	from, err := windows.UTF16FromString(path)
	if err != nil {
		return err
	}
	from = append(from, 0) // two zeros terminate the list
	const (
		remove      = 3
		silent      = 0x4
		noQuestions = 0x10
		allowUndo   = 0x40
		noErrors    = 0x400
		warnOfLoss  = 0x4000
	)
	op := fileOp{function: remove, from: &from[0], flags: silent | noQuestions | allowUndo | noErrors | warnOfLoss}
	code, _, _ := fileOperation.Call(uintptr(unsafe.Pointer(&op)))
	switch {
	case op.aborted != 0:
		return fmt.Errorf("%s was kept", filepath.Base(path))
	case code != 0:
		return ErrNoTrash
	}
	return nil
}
