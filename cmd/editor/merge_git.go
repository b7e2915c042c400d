//go:build !js

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fillet/editor/level"
)

// gitMerge predicts which files exist once the merge that runs the driver is done. Until then the working tree is not
// final.
type gitMerge struct {
	ctx   context.Context
	trees [3]map[string]bool // the paths in the base, ours and theirs; nil if unknown
	gone  map[string]bool    // prefabs that theirs seems to have renamed, if its tree is unknown
}

// newGitMerge returns the merge of a level whose base, ours and theirs are in files. Only "git merge" passes the other
// commit; for a rebase, cherry-pick, revert or stash, newGitMerge searches for it. Without it, renamed prefabs are
// inferred from the prefabs that the levels use.
func newGitMerge(ctx context.Context, path string, files [3]string, docs [3]*level.Document) *gitMerge {
	m := &gitMerge{ctx: ctx}
	m.trees[1] = m.list("ls-files", "-z", "--full-name", ":/")
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GITHEAD_") {
			theirs := strings.TrimPrefix(name, "GITHEAD_")
			if base, ok := m.git("merge-base", "HEAD", theirs); ok {
				m.use(base, theirs)
			}
		}
	}
	if m.trees[2] == nil {
		m.find(filepath.ToSlash(path), files)
	}
	if m.trees[2] != nil {
		return m
	}
	inLevelFolder := func(prefab string) string {
		return filepath.ToSlash(filepath.Join(filepath.Dir(path), filepath.FromSlash(prefab)))
	}
	m.trees[0], m.gone = map[string]bool{}, map[string]bool{}
	for _, i := range docs[0].Instances() {
		m.trees[0][inLevelFolder(i.Prefab)] = true
	}
	for from, to := range level.RenamedPrefabs(docs[0], docs[2]) {
		m.gone[inLevelFolder(from)] = !m.trees[1][inLevelFolder(to)]
	}
	return m
}

func (m *gitMerge) git(args ...string) (out string, ok bool) {
	data, err := exec.CommandContext(m.ctx, "git", args...).Output()
	return strings.TrimSpace(string(data)), err == nil
}

// list returns the set of paths that a git command lists, or nil if it fails.
func (m *gitMerge) list(args ...string) map[string]bool {
	data, err := exec.CommandContext(m.ctx, "git", args...).Output()
	if err != nil {
		return nil
	}
	all := map[string]bool{}
	for path := range strings.SplitSeq(string(data), "\x00") {
		all[path] = true
	}
	return all
}

// use sets the trees of the base and of theirs.
func (m *gitMerge) use(base, theirs string) {
	m.trees[0] = m.list("ls-tree", "-r", "-z", "--name-only", "--full-tree", base)
	m.trees[2] = m.list("ls-tree", "-r", "-z", "--name-only", "--full-tree", theirs)
}

// find looks for a commit that changes the level from the base to theirs, and uses its tree and its parent's.
func (m *gitMerge) find(path string, files [3]string) {
	base, _ := m.git("hash-object", "--no-filters", "--", files[0])
	theirs, _ := m.git("hash-object", "--no-filters", "--", files[2])
	found, ok := m.git("log", "--all", "-m", "--max-count=50", "--format=%H", "--find-object="+theirs, "--",
		":(top,literal)"+path)
	if !ok || base == "" {
		return
	}
	for commit := range strings.FieldsSeq(found) {
		after, _ := m.git("rev-parse", "--quiet", "--verify", commit+":"+path)
		before, hasBase := m.git("rev-parse", "--quiet", "--verify", commit+"^:"+path)
		if after == theirs && (before == base || !hasBase && isEmpty(files[0])) {
			m.use(commit+"^", commit)
			return
		}
	}
}

// exists reports whether a path exists after the merge. It returns true if that is unknown.
func (m *gitMerge) exists(path string) bool {
	path = filepath.ToSlash(path)
	ours, theirs := m.trees[1][path] || mayExist(path), m.trees[2][path] // the file may be untracked
	switch {
	case m.trees[1] == nil:
		return true
	case m.trees[2] == nil:
		theirs = !m.gone[path]
	}
	if m.trees[0][path] {
		return ours && theirs
	}
	return ours || theirs
}
