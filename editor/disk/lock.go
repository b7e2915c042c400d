package disk

import "errors"

// ErrLocked is the error of [TryLock] if someone else holds the lock.
var ErrLocked = errors.New("the file is locked by another program")
