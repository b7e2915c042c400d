package disk

import "errors"

// ErrLocked is the error of [TryLock] where somebody else holds the lock.
var ErrLocked = errors.New("the file is locked by another program")
