package disk

import "errors"

// ErrLocked reports that another program holds a file's lock.
var ErrLocked = errors.New("the file is locked by another program")
