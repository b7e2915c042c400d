// The file system of the page: a tree in memory behind Node's names for file functions, which Go's os package calls, and a copy of it
// that the browser keeps (IndexedDB). A call of fsync is answered once the copy holds the file, so what the program calls saved
// outlasts the page. Files under /files stand for files of the user: what is put in their place is written to them as well.
"use strict";

(() => {
	const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
	const isFolder = 0o040000, isFile = 0o100000;
	const nameOf = { ENOENT: "no such file or directory", EEXIST: "file exists", ENOTDIR: "not a directory", EISDIR: "is a directory",
		ENOTEMPTY: "directory not empty", EBADF: "bad file descriptor", EINVAL: "invalid argument", EACCES: "permission denied", ENOSPC: "no space left on device",
		EIO: "input/output error", EROFS: "read-only file system", ENOSYS: "function not implemented" };
	const fault = (code) => Object.assign(new Error(nameOf[code] || code), { code });

	let inodes = 1;
	class Node {
		constructor(mode) {
			this.ino = inodes++;
			this.mode = mode;
			this.mtime = Date.now();
			this.entries = (mode & isFolder) ? new Map() : null;
			this.data = this.entries ? null : new Uint8Array(0); // its capacity
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
	let folder = "/"; // the working one

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
	// The folder that something is in, and its name there.
	const place = (path) => {
		const names = parts(path);
		if (names.length === 0) throw fault("EINVAL");
		const name = names.pop();
		const inside = find("/" + names.join("/"));
		if (!inside.isFolder) throw fault("ENOTDIR");
		return { inside, name, path: "/" + [...names, name].join("/") };
	};

	// The copy that the browser keeps. Each file and folder is a record under its path.
	const kept = (path) => !path.startsWith("/tmp");
	let store = null; // the database; null where the browser gives none
	let changed = new Set(); // paths to be written
	let writing = null; // the promise of the writes that are under way
	let told = false;
	const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("fillet-files") : null;

	const record = (node) => node.isFolder ? { mode: node.mode, mtime: node.mtime } : { mode: node.mode, mtime: node.mtime, data: node.bytes().slice() };
	const lookup = (path) => { try { return find(path); } catch { return null; } };
	const mark = (path) => {
		if (!kept(path)) return;
		changed.add(path);
		if (!writing) writing = Promise.resolve().then(write).finally(() => { writing = null; });
	};
	const write = async () => {
		while (changed.size > 0) {
			const paths = changed;
			changed = new Set();
			const records = [...paths].map((path) => [path, lookup(path)]).map(([path, node]) => [path, node && record(node)]);
			if (store) {
				await new Promise((done, fail) => {
					const t = store.transaction("files", "readwrite", { durability: "strict" });
					t.oncomplete = done;
					t.onabort = t.onerror = () => fail(t.error && t.error.name === "QuotaExceededError" ? fault("ENOSPC") : fault("EIO"));
					for (const [path, r] of records) r ? t.objectStore("files").put(r, path) : t.objectStore("files").delete(path);
				}).catch((err) => {
					for (const path of paths) changed.add(path); // they are tried again with the next change
					throw err;
				});
			}
			if (others) others.postMessage(records);
		}
	};
	// Waits until the copy holds all changes so far.
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
	if (others) others.onmessage = (e) => { for (const [path, r] of e.data) put(path, r); };

	try {
		void globalThis.indexedDB;
	} catch (err) { // it is forbidden: then it opens nothing, which the toolkit can take
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
		if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {}); // so that the browser does not clear it for room
		if (store) {
			await new Promise((done, fail) => {
				const files = store.transaction("files").objectStore("files").openCursor();
				files.onsuccess = () => {
					const at = files.result;
					if (!at) return done();
					put(at.key, at.value);
					at.continue();
				};
				files.onerror = () => fail(files.error);
			}).catch(() => { store = null; });
		}
		for (const path of ["/tmp", "/home", "/home/fillet", "/home/fillet/.cache", "/home/fillet/.config", "/files"]) {
			if (!lookup(path)) put(path, { mode: isFolder | 0o755, mtime: Date.now() });
		}
		folder = "/files";
		return store !== null;
	};

	// Files of the user: the handle of each, and how it is written.
	const handles = new Map();
	const save = async (path, node) => {
		const handle = handles.get(path);
		if (!handle) return;
		await handle.write(node.bytes());
	};

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

	const answers = {
		open(path, flags, mode) {
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
		stat: (path) => find(path).stat(),
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
			inside.entries.delete(name);
			mark(full);
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
		// A file of the user is written before the one in memory changes: where that fails, nothing has.
		async rename(from, to) {
			const a = place(from), b = place(to);
			const node = a.inside.entries.get(a.name);
			if (!node) throw fault("ENOENT");
			const old = b.inside.entries.get(b.name);
			if (old === node) return;
			if (old && old.isFolder && !node.isFolder) throw fault("EISDIR");
			if (old && node.isFolder && !old.isFolder) throw fault("ENOTDIR");
			if (old && old.isFolder && old.entries.size > 0) throw fault("ENOTEMPTY");
			if (!node.isFolder && handles.has(b.path)) await save(b.path, node);
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

	// Node's calling convention: the last argument is a function that is told the error, and the answer.
	const fs = { constants, writeSync: (fd, buffer) => { say(buffer); return buffer.length; } };
	for (const [name, answer] of Object.entries(answers)) {
		fs[name] = (...args) => {
			const then = args.pop();
			let result;
			try {
				result = answer(...args);
			} catch (err) {
				then(err.code ? err : Object.assign(err, { code: "EIO" }));
				return;
			}
			if (result instanceof Promise) {
				result.then((value) => then(null, value), (err) => then(err.code ? err : Object.assign(err, { code: "EIO" })));
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

	// tryLock takes the lock of an open file, which no other tab has then until the file is closed or the tab ends.
	const tryLock = (fd) => new Promise((done) => {
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
		});
	});

	// A file of the user in memory: its path there.
	const adopt = (name, data, handle) => {
		let path = "/files/" + name;
		for (let i = 2; handles.has(path) && handles.get(path).key !== (handle && handle.key); i++) {
			path = "/files/" + name.replace(/(\.[^/]*)?$/, `-${i}$1`);
		}
		if (data) put(path, { mode: isFile | 0o644, mtime: Date.now(), data });
		if (handle) handles.set(path, handle);
		mark(path);
		return path;
	};

	const download = (name) => ({
		key: "download:" + name,
		write: async (bytes) => {
			const a = document.createElement("a");
			a.href = URL.createObjectURL(new Blob([bytes.slice()]));
			a.download = name;
			a.click();
			setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
		},
	});
	const denied = (err) => {
		const codes = { NotAllowedError: "EACCES", NoModificationAllowedError: "EACCES", QuotaExceededError: "ENOSPC", NotFoundError: "ENOENT" };
		return Object.assign(new Error(err.message), { code: codes[err.name] || "EIO" });
	};
	let handleCount = 0;
	const real = (handle) => ({
		key: "handle:" + ++handleCount,
		handle,
		write: async (bytes) => {
			try {
				const out = await handle.createWritable();
				await out.write(bytes.slice());
				await out.close();
			} catch (err) {
				throw denied(err);
			}
		},
	});
	const known = async (handle) => {
		for (const [path, h] of handles) {
			if (h.handle && await h.handle.isSameEntry(handle)) return path;
		}
		return null;
	};
	const take = async (handle) => {
		const data = new Uint8Array(await (await handle.getFile()).arrayBuffer());
		const path = await known(handle);
		if (path) {
			put(path, { mode: isFile | 0o644, mtime: Date.now(), data });
			return path;
		}
		return adopt(handle.name, data, real(handle));
	};
	const upload = async (f) => adopt(f.name, new Uint8Array(await f.arrayBuffer()), download(f.name));
	// A folder of the user, with all that is in it, up to what a page should hold.
	const most = { files: 20_000, bytes: 256 << 20 };
	const takeFolder = async (folder) => {
		let files = 0, bytes = 0;
		const walk = async (handle, at) => {
			put(at, { mode: isFolder | 0o755, mtime: Date.now() });
			mark(at);
			for await (const child of handle.values()) {
				const path = at + "/" + child.name;
				if (child.kind === "directory") {
					if (!child.name.startsWith(".")) await walk(child, path);
					continue;
				}
				const f = await child.getFile();
				files++;
				bytes += f.size;
				if (files > most.files || bytes > most.bytes) throw Object.assign(new Error(`The folder ${folder.name} is too large for a page: more than ${most.files} files or ${most.bytes >> 20} MB.`), { code: "ENOSPC" });
				put(path, { mode: isFile | 0o644, mtime: f.lastModified, data: new Uint8Array(await f.arrayBuffer()) });
				handles.set(path, real(child));
				mark(path);
			}
		};
		const at = "/files/" + folder.name;
		await walk(folder, at);
		return at;
	};
	// What came from an address; saved, it becomes a download.
	const received = (name, data) => adopt(name.replace(/[/\\]/g, "_"), data, download(name));
	const types = (extensions) => extensions.length === 0 ? undefined : [{ accept: { "application/octet-stream": extensions.map((e) => e.slice(e.lastIndexOf("."))) } }];
	const aborted = () => Object.assign(new Error("no file was chosen"), { name: "AbortError" });

	globalThis.fillet = {
		load, flush, tryLock, take, takeFolder, upload, received,
		files: {
			// open asks for a file, and answers with its path in memory.
			async open(title, extensions) {
				if (globalThis.showOpenFilePicker) {
					const [handle] = await showOpenFilePicker({ types: types(extensions) });
					return take(handle);
				}
				const input = document.createElement("input");
				input.type = "file";
				input.accept = extensions.map((e) => e.slice(e.lastIndexOf("."))).join(",");
				const list = await new Promise((done) => {
					input.onchange = () => done(input.files);
					input.oncancel = () => done([]);
					input.click();
				});
				if (list.length === 0) throw aborted();
				return upload(list[0]);
			},
			// save asks for a file to write, and answers with the path in memory at which it is to be written.
			async save(title, name, extensions) {
				if (globalThis.showSaveFilePicker) {
					const handle = await showSaveFilePicker({ suggestedName: name, types: types(extensions) });
					const path = await known(handle);
					return path || adopt(handle.name, null, real(handle));
				}
				const path = "/files/" + name;
				handles.set(path, download(name));
				return path;
			},
		},
	};
})();
