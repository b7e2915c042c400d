//go:build linux || darwin

package disk_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fillet/editor/disk"

	"golang.org/x/sys/unix"
)

// A replaced file keeps its owner, group, mode and extended attributes.
func TestAttributesStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must(t, os.WriteFile(path, []byte("old"), 0o644))
	const uid, gid = 1234, 2345
	isRoot := os.Geteuid() == 0
	if isRoot {
		must(t, os.Chown(path, uid, gid))
	}
	must(t, os.Chmod(path, 0o664|fs.ModeSetgid))
	values := map[string][]byte{
		"user.note": []byte("of the designer"), "user.empty": {},
		"user.large": bytes.Repeat([]byte("x"), 500),
	}
	for name, value := range values {
		if err := unix.Setxattr(path, name, value, 0); errors.Is(err, unix.ENOTSUP) {
			delete(values, name)
		} else {
			must(t, err)
		}
	}
	before, err := os.Stat(path)
	must(t, err)
	must(t, disk.WriteFile(path, []byte("new")))
	holds(t, path, "new")
	after, err := os.Stat(path)
	must(t, err)
	if after.Mode() != before.Mode() {
		t.Errorf("the mode was %v and is %v", before.Mode(), after.Mode())
	}
	if now := after.Sys().(*syscall.Stat_t); isRoot && (now.Uid != uid || now.Gid != gid) {
		t.Errorf("it belongs to %d:%d, want %d:%d", now.Uid, now.Gid, uid, gid)
	}
	if len(values) == 0 {
		t.Log("the file system has no extended attributes")
	}
	for name, want := range values {
		got := make([]byte, 1000)
		if n, err := unix.Getxattr(path, name, got); err != nil || !bytes.Equal(got[:n], want) {
			t.Errorf("%s is %q, %v", name, got[:max(n, 0)], err)
		}
	}
}

// A replaced file keeps its access list instead of the folder's default for new files.
func TestAccessListsStay(t *testing.T) {
	setfacl, err := exec.LookPath("setfacl")
	if err != nil {
		t.Skip("setfacl is not installed")
	}
	dir := t.TempDir()
	list := func(path string) string {
		out, err := exec.Command("getfacl", "-cpn", path).CombinedOutput()
		must(t, err)
		return string(out)
	}
	for name, acl := range map[string]string{"with": "u:1234:rw", "without": ""} {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, nil, 0o640))
		if acl == "" {
			continue
		}
		if out, err := exec.Command(setfacl, "-m", acl, path).CombinedOutput(); err != nil {
			t.Skipf("no access lists here: %s", out)
		}
	}
	if out, err := exec.Command(setfacl, "-d", "-m", "u:999:rwx", dir).CombinedOutput(); err != nil {
		t.Skipf("no access lists here: %s", out)
	}
	for _, name := range []string{"with", "without"} {
		path := filepath.Join(dir, name)
		before := list(path)
		must(t, disk.WriteFile(path, []byte("new")))
		if after := list(path); after != before {
			t.Errorf("%s: the access list was\n%s\nand is\n%s", name, before, after)
		}
	}
}

// During a write, only users who may read the file can read the temporary file.
func TestPrivateFilesStayPrivate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	err := disk.WriteFileIf(path, func() error {
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s has the mode %v, %v", e.Name(), info.Mode(), err)
			}
		}
		return err
	}, func(w io.Writer) error { _, err := w.Write([]byte("new")); return err })
	must(t, err)
}

// unreadable returns the paths of files that are not regular, by kind.
func unreadable(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o644))
	link := filepath.Join(dir, "link")
	must(t, os.Symlink("pipe", link))
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return map[string]string{
		pipe: "a pipe", link: "a pipe", dir: "a folder", socket: "a socket",
		os.DevNull: "a device", "/dev/tty": "a device",
	}
}

// soon fails the test if do blocks.
func soon(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan bool)
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s: still waiting", what)
	}
}

// Pipes, devices, terminals, sockets and folders are rejected without blocking, in a root too.
func TestOnlyRegularFilesAreOpened(t *testing.T) {
	for path, what := range unreadable(t) {
		check := func(f fs.File, err error) {
			if err == nil {
				_ = f.Close()
			}
			if !errors.Is(err, disk.ErrNotRegular) || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v", path, err)
			}
		}
		soon(t, path, func() {
			f, err := disk.OpenRegular(path)
			check(f, err)
			root, err := os.OpenRoot(filepath.Dir(path))
			must(t, err)
			defer func() { _ = root.Close() }()
			f, err = disk.OpenRegularIn(root, filepath.Base(path))
			check(f, err)
			if what != "a folder" {
				file, err := disk.FS(root).Open(filepath.Base(path))
				check(file, err)
			}
		})
	}
	if _, err := disk.OpenRegular(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A pipe that replaces a file while the file is being opened does not block.
func TestSwappedForAPipe(t *testing.T) {
	dir := t.TempDir()
	path, pipe, file := filepath.Join(dir, "a"), filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	must(t, syscall.Mkfifo(pipe, 0o644))
	must(t, os.WriteFile(file, []byte("x"), 0o644))
	must(t, os.Link(file, path)) // renaming a hard link over another one of the same file does nothing
	stop := make(chan bool)
	var swaps sync.WaitGroup
	swaps.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			swap := filepath.Join(dir, "swap")
			_ = os.Link([]string{pipe, file}[i%2], swap)
			_ = os.Rename(swap, path)
		}
	})
	defer swaps.Wait()
	defer close(stop)
	soon(t, "opening", func() {
		for opened, refused := 0, 0; opened < 1000 || refused < 1000; {
			if f, err := disk.OpenRegular(path); err == nil {
				opened++
				_ = f.Close()
			} else if refused++; !errors.Is(err, disk.ErrNotRegular) {
				t.Error(err)
				return
			}
		}
	})
}

// A pipe in place of a folder is rejected without blocking.
func TestPipeForAFolder(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o644))
	soon(t, "writing", func() {
		if err := disk.WriteFile(filepath.Join(pipe, "a"), nil); !errors.Is(err, syscall.ENOTDIR) {
			t.Error(err)
		}
		disk.Sweep(pipe)
	})
}

// A file that cannot keep its group does not get the access list of the old file.
func TestGroupThatCannotBeKept(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can become another user")
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o777))
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
	path := filepath.Join(dir, "a")
	must(t, os.WriteFile(path, []byte("old"), 0o644))
	const nobody = 65534
	must(t, os.Chown(path, 1234, 2345))
	must(t, os.Chmod(path, 0o666&^0o004)) // the group can read it, others cannot
	c := exec.Command(os.Args[0], "-test.run=^TestWriteAsNobody$", "-test.v")
	c.Env = append(os.Environ(), "FILLET_TEST_NOBODY="+path)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("cannot run as another user here: %v: %s", err, out)
	}
	holds(t, path, "new")
	info, err := os.Stat(path)
	must(t, err)
	if mode := info.Mode().Perm(); mode != 0o622 { // the new group has only the rights of others
		t.Errorf("the mode is %o", mode)
	}
}

// TestWriteAsNobody runs in the child process of TestGroupThatCannotBeKept.
func TestWriteAsNobody(t *testing.T) {
	path := os.Getenv("FILLET_TEST_NOBODY")
	if path == "" {
		t.Skip("only runs as the child of another test")
	}
	must(t, disk.WriteFile(path, []byte("new")))
}

// Writing to a pipe works if a program reads from it, and otherwise fails without blocking.
func TestPipesThatNobodyReads(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o644))
	soon(t, "writing", func() {
		if err := disk.WriteFile(pipe, []byte("x")); err == nil ||
			!strings.Contains(err.Error(), "no program reads from") {
			t.Error(err)
		}
	})
	reader, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	must(t, err)
	defer func() { _ = reader.Close() }()
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // more than a pipe's buffer
	read := make(chan []byte)
	soon(t, "writing to a reader", func() {
		go func() {
			var all []byte
			for len(all) < len(text) {
				b := make([]byte, 1<<16)
				n, err := reader.Read(b)
				if err != nil && !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, io.EOF) {
					break
				}
				all = append(all, b[:n]...)
			}
			read <- all
		}()
		if err := disk.WriteFile(pipe, text); err != nil {
			t.Error(err)
		}
		if got := <-read; !bytes.Equal(got, text) {
			t.Errorf("got %d of %d bytes", len(got), len(text))
		}
	})
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v (%v) now", info.Mode(), err)
	}
}
