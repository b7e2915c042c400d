package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Boot is an id of the system's running since it was started, the same for all programs on the machine, in containers as well. It
// is empty where the system has none.
var Boot = sync.OnceValue(bootID)

// ProvesEnd reports whether nobody who ran under that boot lives on to hold a file, if its lock can be taken here: of another
// machine's locks on a network share a system may know nothing.
func ProvesEnd(boot string) bool { return locksReachOthers || boot != "" && boot == Boot() }

// unknownBoot is the mark of a system that does not say its boot.
const unknownBoot = "0"

// bootMark is a short form of [Boot] for file names.
var bootMark = sync.OnceValue(func() string {
	id := Boot()
	if id == "" {
		return unknownBoot
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
})
