package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Boot returns an id of the system's current boot, or "" if the system has none. It is the same for all programs on the
// machine, even in containers.
var Boot = sync.OnceValue(bootID)

// ProvesEnd reports whether getting a file's lock proves that no program from the given boot still uses the file. On a
// network share it may not, since this system may not see the locks of other machines.
func ProvesEnd(boot string) bool { return locksReachOthers || boot != "" && boot == Boot() }

// unknownBoot is the boot mark of a system without a boot id.
const unknownBoot = "0"

// bootMark returns a short form of [Boot] for file names.
var bootMark = sync.OnceValue(func() string {
	id := Boot()
	if id == "" {
		return unknownBoot
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
})
