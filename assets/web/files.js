// The file system of the page: a tree in memory, with Node's file functions, which Go's os package calls, and a copy in
// the browser's storage (IndexedDB). fsync returns once the copy has the file, so everything that the program reports
// as saved survives the page. Files under /files represent the user's files (user.js): replacing one also writes the
// user's file.
"use strict";

(() => {
	const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
	const isFolder = 0o040000, isFile = 0o100000;
	const nameOf = { ENOENT: "no such file or directory", EEXIST: "file exists", ENOTDIR: "not a directory", EISDIR: "is a directory",
		ENOTEMPTY: "directory not empty", EBADF: "bad file descriptor", EINVAL: "invalid argument", EACCES: "permission denied", ENOSPC: "no space left on device",
		EIO: "input/output error", EROFS: "read-only file system", ENOSYS: "function not implemented" };
	const fault = (code) => Object.assign(new Error(nameOf[code] || code), { code });
	// known returns an error with a code that Go knows. Go panics on other codes, such as the numbers of the browser's
	// own errors.
	const known = (err) => err && Object.hasOwn(nameOf, err.code) ? err : fault("EIO");

	let inodes = 1;
	class Node {
		constructor(mode) {
			this.ino = inodes++;
			this.mode = mode;
			this.mtime = Date.now();
			this.entries = (mode & isFolder) ? new Map() : null;
			this.data = this.entries ? null : new Uint8Array(0); // may be longer than size
			this.size = 0;
			this.readOnly = false;
		}
		get isFolder() { return this.entries !== null; }
		bytes() { return this.data.subarray(0, this.size); }
		resize(size) {
			if (size > this.data.length) {
				const grown = new Uint8Array(Math.max(size, Math.min(2 * this.data.length, this.data.length + (16 << 20))));
				grown.set(this.bytes());
				this.data = grown;
			} else if (size < this.size) {
				this.data.fill(0, size, this.size);
			}
			this.size = size;
			this.mtime = Date.now();
		}
		stat() {
			return { isDirectory: () => this.isFolder, dev: 1, ino: this.ino, mode: this.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: this.size, blksize: 4096,
				blocks: Math.ceil(this.size / 512), atimeMs: this.mtime, mtimeMs: this.mtime, ctimeMs: this.mtime };
		}
	}

	const root = new Node(isFolder | 0o755);
	let folder = "/"; // the working directory

	const parts = (path) => {
		const out = [];
		for (const p of (path.startsWith("/") ? path : folder + "/" + path).split("/")) {
			if (p === "..") out.pop();
			else if (p !== "" && p !== ".") out.push(p);
		}
		return out;
	};
	const resolve = (...paths) => {
		let full = folder;
		for (const p of paths) full = p.startsWith("/") ? p : full + "/" + p;
		return "/" + parts(full).join("/");
	};
	const find = (path) => {
		let at = root;
		for (const p of parts(path)) {
			if (!at.isFolder) throw fault("ENOTDIR");
			at = at.entries.get(p);
			if (!at) throw fault("ENOENT");
		}
		return at;
	};
	// place returns the folder that contains a path, and the name in it.
	const place = (path) => {
		const names = parts(path);
		if (names.length === 0) throw fault("EINVAL");
		const name = names.pop();
		const inside = find("/" + names.join("/"));
		if (!inside.isFolder) throw fault("ENOTDIR");
		return { inside, name, path: "/" + [...names, name].join("/") };
	};

	// The copy in the browser's storage. Each file and folder is a record under its path.
	const kept = (path) => !path.startsWith("/tmp");
	let store = null; // the database; null if the browser provides none
	let changed = new Set(); // paths to be written
	let writing = null; // the promise of the writes in progress
	const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("fillet-files") : null;

	const record = (node) => node.isFolder ? { mode: node.mode, mtime: node.mtime } : { mode: node.mode, mtime: node.mtime, data: node.bytes().slice() };
	const lookup = (path) => { try { return find(path); } catch { return null; } };
	// persist asks the browser not to clear the copy when space runs out. Firefox asks the user, at every start until
	// the user agrees, so this waits until there is work to keep: a file or an autosave.
	const isWork = (path) => path.startsWith("/files/") || path.startsWith("/home/fillet/.cache/fillet/recovery/");
	let isAsked = false;
	const persist = () => {
		isAsked = true;
		if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
	};
	const mark = (path) => {
		if (!kept(path)) return;
		if (!isAsked && isWork(path)) persist();
		changed.add(path);
		if (writing) return;
		writing = Promise.resolve().then(write).finally(() => { writing = null; });
		writing.catch(() => {}); // flush reports the error
	};
	const write = async () => {
		let isNew = false; // the database was reopened
		while (changed.size > 0) {
			const paths = changed;
			changed = new Set();
			const records = [...paths].map((path) => [path, lookup(path)]).map(([path, node]) => [path, node && record(node)]);
			try {
				if (store) await new Promise((done, fail) => {
					const t = store.transaction("files", "readwrite", { durability: "strict" });
					t.oncomplete = done;
					t.onabort = () => fail(t.error && t.error.name === "QuotaExceededError" ? fault("ENOSPC") : fault("EIO"));
					for (const [path, r] of records) r ? t.objectStore("files").put(r, path) : t.objectStore("files").delete(path);
				});
			} catch (err) {
				for (const path of paths) changed.add(path); // retried with the next change
				if (err.name !== "InvalidStateError" || isNew || !await reopen()) throw err;
				isNew = true;
				continue;
			}
			if (others) others.postMessage(records);
		}
	};
	// reopen opens a new database and marks everything in memory for writing. The browser closes the old one when the
	// user clears the page's data, or when it cannot be read.
	const reopen = async () => {
		const found = await open();
		if (!found) return false;
		store = found;
		const all = (node, path) => {
			if (!kept(path)) return;
			if (node !== root) changed.add(path);
			if (node.isFolder) for (const [name, child] of node.entries) all(child, path + "/" + name);
		};
		all(root, "");
		for (const [key, value] of values) keep(key, value);
		return true;
	};
	// flush waits until the copy has all changes so far.
	const flush = async () => {
		if (changed.size > 0 && !writing) mark([...changed][0]);
		while (writing) await writing;
	};
	const put = (path, r) => {
		const names = parts(path);
		const name = names.pop();
		let at = root;
		for (const p of names) {
			if (!at.entries.has(p)) at.entries.set(p, new Node(isFolder | 0o755));
			at = at.entries.get(p);
			if (!at.isFolder) return;
		}
		if (!r) {
			at.entries.delete(name);
			return;
		}
		const old = at.entries.get(name);
		const node = old && old.isFolder === !r.data ? old : new Node(r.mode);
		node.mode = r.mode;
		node.mtime = r.mtime;
		if (r.data) {
			node.data = r.data;
			node.size = r.data.length;
		}
		at.entries.set(name, node);
	};
	// keep stores a value along with the files, under a key that is not a path.
	const values = new Map();
	const keep = (key, value) => {
		value ? values.set(key, value) : values.delete(key);
		if (others) tell([[key, value]]);
		if (!store) return;
		try {
			const files = store.transaction("files", "readwrite").objectStore("files");
			value ? files.put(value, key) : files.delete(key);
		} catch { /* a value that cannot be stored lasts as long as the page */ }
	};
	const tell = (records) => { try { others.postMessage(records); } catch { /* other tabs then keep the old value */ } };
	// isRecord reports whether a value is a record of a file or folder. Others, perhaps of a different version, are
	// ignored.
	const isRecord = (r) => r && Number.isInteger(r.mode) && Number.isFinite(r.mtime) && (r.data === undefined ? (r.mode & isFolder) !== 0 : r.data instanceof Uint8Array);
	const take = (key, value) => {
		if (typeof key !== "string") return;
		if (key.startsWith("/")) {
			if (key !== "/" && key === resolve(key) && (value === null || isRecord(value))) put(key, value);
			return;
		}
		value ? values.set(key, value) : values.delete(key);
		user.kept(key, value);
	};
	if (others) others.onmessage = (e) => { for (const [key, value] of e.data) take(key, value); };

	try {
		void globalThis.indexedDB;
	} catch (err) { // access is denied: replace it with one whose open fails, which Fyne handles
		Object.defineProperty(globalThis, "indexedDB", { value: { open: () => { throw err; } }, configurable: true });
	}
	const open = () => new Promise((done) => {
		let request;
		try {
			request = indexedDB.open("fillet", 1);
		} catch {
			done(null);
			return;
		}
		request.onupgradeneeded = () => request.result.createObjectStore("files");
		request.onsuccess = () => done(request.result);
		request.onerror = request.onblocked = () => done(null);
	});
	const load = async () => {
		store = await open();
		if (store) {
			await new Promise((done, fail) => {
				const files = store.transaction("files").objectStore("files").openCursor();
				files.onsuccess = () => {
					const at = files.result;
					if (!at) return done();
					take(at.key, at.value);
					at.continue();
				};
				files.onerror = () => fail(files.error);
			}).catch(() => { store = null; });
		}
		for (const path of ["/tmp", "/home", "/home/fillet", "/home/fillet/.cache", "/home/fillet/.config", "/files"]) {
			const found = lookup(path);
			if (!found || !found.isFolder) put(path, { mode: isFolder | 0o755, mtime: Date.now() });
		}
		folder = "/files";
		return store !== null;
	};

	// user.js replaces these functions for the user's files. holds reports whether a path represents one; look reads
	// its current contents.
	const user = { kept: () => {}, holds: () => false, isOurs: () => true, look: async () => {}, write: async () => {}, remove: async () => {} };

	const opened = new Map();
	let next = 3;
	const file = (fd) => {
		const f = opened.get(fd);
		if (!f) throw fault("EBADF");
		return f;
	};
	let line = "";
	const say = (bytes) => {
		line += new TextDecoder().decode(bytes);
		const lines = line.split("\n");
		line = lines.pop();
		for (const l of lines) console.log(l);
	};

	const openNow = (path, flags, mode) => {
		const { inside, name, path: full } = parts(path).length ? place(path) : { inside: null, name: "", path: "/" };
		let node = inside ? inside.entries.get(name) : root;
		const writes = (flags & 3) !== 0;
		if (!node) {
			if (!(flags & constants.O_CREAT)) throw fault("ENOENT");
			node = new Node(isFile | (mode & 0o777));
			inside.entries.set(name, node);
			mark(full);
		} else if ((flags & constants.O_CREAT) && (flags & constants.O_EXCL)) {
			throw fault("EEXIST");
		} else if (node.isFolder && writes) {
			throw fault("EISDIR");
		} else if (!node.isFolder && (flags & constants.O_DIRECTORY)) {
			throw fault("ENOTDIR");
		}
		if (writes && !(node.mode & 0o200)) throw fault("EACCES");
		if ((flags & constants.O_TRUNC) && writes) {
			node.resize(0);
			mark(full);
		}
		opened.set(next, { node, path: full, at: 0, appends: (flags & constants.O_APPEND) !== 0, writes, locks: [] });
		return next++;
	};

	const answers = {
		open(path, flags, mode) {
			if ((flags & 3) === 0 && user.holds(resolve(path))) return user.look(resolve(path)).then(() => openNow(path, flags, mode));
			return openNow(path, flags, mode);
		},
		close(fd) {
			const f = file(fd);
			opened.delete(fd);
			for (const release of f.locks) release();
		},
		read(fd, buffer, offset, length, position) {
			const f = file(fd);
			if (f.node.isFolder) throw fault("EISDIR");
			const from = position === null || position === undefined ? f.at : Number(position);
			const n = Math.max(0, Math.min(length, f.node.size - from));
			buffer.set(f.node.data.subarray(from, from + n), offset);
			if (position === null || position === undefined) f.at += n;
			return n;
		},
		write(fd, buffer, offset, length, position) {
			if (fd === 1 || fd === 2) {
				say(buffer.subarray(offset, offset + length));
				return length;
			}
			const f = file(fd);
			if (!f.writes) throw fault("EBADF");
			const at = f.appends ? f.node.size : position === null || position === undefined ? f.at : Number(position);
			if (at + length > f.node.size) f.node.resize(at + length);
			f.node.data.set(buffer.subarray(offset, offset + length), at);
			f.node.mtime = Date.now();
			if (position === null || position === undefined) f.at = at + length;
			mark(f.path);
			return length;
		},
		fstat: (fd) => file(fd).node.stat(),
		stat: (path) => user.holds(resolve(path)) ? user.look(resolve(path)).then(() => find(path).stat()) : find(path).stat(),
		lstat: (path) => find(path).stat(),
		readdir(path) {
			const node = find(path);
			if (!node.isFolder) throw fault("ENOTDIR");
			return [...node.entries.keys()].sort();
		},
		mkdir(path, mode) {
			const { inside, name, path: full } = place(path);
			if (inside.entries.has(name)) throw fault("EEXIST");
			inside.entries.set(name, new Node(isFolder | (mode & 0o777)));
			mark(full);
		},
		unlink(path) {
			const { inside, name, path: full } = place(path);
			const node = inside.entries.get(name);
			if (!node) throw fault("ENOENT");
			if (node.isFolder) throw fault("EISDIR");
			const forget = () => {
				inside.entries.delete(name);
				mark(full);
			};
			if (user.holds(full)) return user.remove(full).then(forget);
			forget();
		},
		rmdir(path) {
			const { inside, name, path: full } = place(path);
			const node = inside.entries.get(name);
			if (!node) throw fault("ENOENT");
			if (!node.isFolder) throw fault("ENOTDIR");
			if (node.entries.size > 0) throw fault("ENOTEMPTY");
			inside.entries.delete(name);
			mark(full);
		},
		// The user's file is written before the one in memory changes, so that a failed write changes neither.
		async rename(from, to) {
			const a = place(from), b = place(to);
			const node = a.inside.entries.get(a.name);
			if (!node) throw fault("ENOENT");
			const old = b.inside.entries.get(b.name);
			if (old === node) return;
			if (old && old.isFolder && !node.isFolder) throw fault("EISDIR");
			if (old && node.isFolder && !old.isFolder) throw fault("ENOTDIR");
			if (old && old.isFolder && old.entries.size > 0) throw fault("ENOTEMPTY");
			if (node.isFolder && (user.holds(a.path) || user.holds(b.path))) throw fault("ENOSYS");
			if (!user.isOurs(b.path)) await user.write(b.path, node);
			if (user.holds(a.path)) await user.remove(a.path);
			a.inside.entries.delete(a.name);
			b.inside.entries.set(b.name, node);
			const all = (at, under) => {
				mark(under(""));
				if (!at.isFolder) return;
				for (const [name, child] of at.entries) all(child, (rest) => under("/" + name + rest));
			};
			all(node, (rest) => a.path + rest);
			all(node, (rest) => b.path + rest);
			for (const f of opened.values()) {
				if (f.path === a.path || f.path.startsWith(a.path + "/")) f.path = b.path + f.path.slice(a.path.length);
			}
		},
		truncate(path, length) {
			find(path).resize(Number(length));
			mark(resolve(path));
		},
		ftruncate(fd, length) {
			file(fd).node.resize(Number(length));
			mark(file(fd).path);
		},
		chmod(path, mode) {
			const node = find(path);
			node.mode = (node.mode & ~0o777) | (mode & 0o777);
			mark(resolve(path));
		},
		fchmod(fd, mode) {
			const f = file(fd);
			f.node.mode = (f.node.mode & ~0o777) | (mode & 0o777);
			mark(f.path);
		},
		chown: () => {},
		fchown: () => {},
		lchown: () => {},
		utimes(path, atime, mtime) {
			find(path).mtime = Number(mtime) * 1000;
			mark(resolve(path));
		},
		async fsync(fd) {
			file(fd);
			await flush();
		},
		readlink: () => { throw fault("EINVAL"); },
		link: () => { throw fault("ENOSYS"); },
		symlink: () => { throw fault("ENOSYS"); },
	};

	// Node's calling convention: the last argument is a callback that gets the error and the result.
	const fs = { constants, writeSync: (fd, buffer) => { say(buffer); return buffer.length; } };
	for (const [name, answer] of Object.entries(answers)) {
		fs[name] = (...args) => {
			const then = args.pop();
			let result;
			try {
				result = answer(...args);
			} catch (err) {
				then(known(err));
				return;
			}
			if (result instanceof Promise) {
				result.then((value) => then(null, value), (err) => then(known(err)));
				return;
			}
			then(null, result);
		};
	}
	globalThis.fs = fs;
	globalThis.path = { resolve };
	globalThis.process = {
		getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [0],
		pid: 2 + Math.floor(Math.random() * 0x3fffffff), ppid: 1, umask: () => 0o022, cwd: () => folder,
		chdir: (path) => { if (!find(path).isFolder) throw fault("ENOTDIR"); folder = resolve(path); },
	};

	// tryLock tries to lock an open file against other tabs, until the file or the tab is closed.
	const tryLock = (fd) => new Promise((done, fail) => {
		const f = file(fd);
		navigator.locks.request("fillet:" + f.path, { ifAvailable: true }, (lock) => {
			if (!lock) {
				done(false);
				return;
			}
			return new Promise((release) => {
				f.locks.push(release);
				done(true);
			});
		}).catch(fail); // without storage, the page has no locks either
	});

	// The interface for user.js and for the program's Go code.
	globalThis.fillet = {
		load, flush, tryLock,
		tree: { isFile, isFolder, put, lookup, mark, keep, fault, user },
	};
})();
