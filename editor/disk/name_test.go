package disk

import "testing"

func TestReservedNames(t *testing.T) {
	for _, name := range []string{
		"con.json", "CON", "nul", "aux.level.yaml", "Prn .txt", "com1.json", "LPT9",
		"com\u00b9.x", "conin$", "nul:stream",
	} {
		if err := checkName(name, "windows"); err == nil {
			t.Errorf("%s is not reserved on Windows", name)
		}
		if err := checkName(name, "linux"); err != nil {
			t.Errorf("%s is reserved on Linux: %v", name, err)
		}
	}
	for _, name := range []string{"console.json", "com.json", "com10", "lpt", "my.con", "conin", "level.yaml", ""} {
		if err := checkName(name, "windows"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
