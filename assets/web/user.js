// The user's files. Files that the user opened, dropped or chose to write are under /files in the page's file system,
// with the browser's handle if there is one. Without a handle they are copies, and replacing one downloads it. Handles
// are stored along with the files, so that recent files stay connected after a reload; the browser then asks once for
// permission.
"use strict";

(() => {
	const { isFile, isFolder, put, lookup, mark, keep, fault, user } = fillet.tree;
	const inFiles = (path) => path.startsWith("/files/");
	// Hidden files are the program's own, such as locks and temporary files. They are not written to the user's
	// folders.
	const isHidden = (path) => path.split("/").some((name) => name.startsWith("."));

	const handles = new Map(); // handles of files and folders by path
	const remember = (path, handle) => {
		handles.set(path, handle);
		keep("user:" + path, { handle });
	};
	const forget = (path) => {
		handles.delete(path);
		keep("user:" + path, null);
	};
	// kept receives the stored handles, at the start and from other tabs.
	user.kept = (key, value) => {
		const path = key.startsWith("user:") ? key.slice(5) : "";
		if (!path) return;
		if (value && globalThis.FileSystemHandle && value.handle instanceof FileSystemHandle) handles.set(path, value.handle);
		else handles.delete(path);
	};

	// under returns the handle for a path: its own, or the handle of a folder that contains it, with the names from
	// there.
	const under = (path) => {
		if (!inFiles(path) || isHidden(path)) return null;
		if (handles.has(path)) return { root: handles.get(path), names: [] };
		for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
			const root = handles.get(path.slice(0, end));
			if (root && root.kind === "directory") return { root, names: path.slice(end + 1).split("/") };
		}
		return null;
	};
	const folderOf = async ({ root, names }, create) => {
		let at = root;
		for (const name of names.slice(0, -1)) at = await at.getDirectoryHandle(name, { create });
		return at;
	};
	const handleOf = async (of, create) => of.names.length === 0 ? of.root : (await folderOf(of, create)).getFileHandle(of.names.at(-1), { create });

	const why = { NotAllowedError: "EACCES", NoModificationAllowedError: "EACCES", SecurityError: "EACCES", QuotaExceededError: "ENOSPC", NotFoundError: "ENOENT", TypeMismatchError: "EISDIR" };
	const failed = (err) => err.code && typeof err.code === "string" ? err : fault(why[err.name] || "EIO");

	// may reports whether the page has permission for a file or folder. It asks only right after a user action, and not
	// again shortly after a refusal.
	let refused = -Infinity;
	const aWhile = 3000;
	const may = async (handle, mode) => {
		if (!handle.queryPermission) return true;
		const state = await handle.queryPermission({ mode });
		if (state !== "prompt") return state === "granted";
		if (performance.now() - refused < aWhile || !navigator.userActivation || !navigator.userActivation.isActive) return false;
		const is = await handle.requestPermission({ mode: "readwrite" }).catch(() => "denied") === "granted";
		if (!is) refused = performance.now();
		return is;
	};

	user.holds = (path) => under(path) !== null;
	user.isOurs = (path) => !inFiles(path) || isHidden(path);

	// look updates the copy here from the user's file if that has changed. Without permission, the copy stays.
	user.look = async (path) => {
		const of = under(path), node = lookup(path);
		if (!of || of.names.length === 0 && of.root.kind !== "file" || node && node.isFolder) return;
		try {
			if (!await may(of.root, "read")) return;
			const f = await (await handleOf(of, false)).getFile();
			if (node && f.lastModified === node.mtime && f.size === node.size) return;
			put(path, { mode: node ? node.mode : isFile | 0o644, mtime: f.lastModified, data: new Uint8Array(await f.arrayBuffer()) });
			mark(path);
		} catch (err) {
			if (err.name !== "NotFoundError" || !node) return;
			put(path, null); // the user's file was removed
			mark(path);
		}
	};

	user.write = async (path, node) => {
		const of = under(path), bytes = node.bytes().slice();
		if (!of) {
			download(path.split("/").pop(), bytes);
			return;
		}
		try {
			if (!await may(of.root, "readwrite")) throw fault("EACCES");
			const handle = await handleOf(of, true);
			const out = await handle.createWritable();
			try {
				await out.write(bytes);
			} catch (err) {
				if (out.abort) await out.abort().catch(() => {});
				throw err;
			}
			await out.close();
			node.mtime = (await handle.getFile()).lastModified;
		} catch (err) {
			throw failed(err);
		}
	};

	user.remove = async (path) => {
		const of = under(path);
		if (!of) return;
		try {
			if (!await may(of.root, "readwrite")) throw fault("EACCES");
			if (of.names.length > 0) await (await folderOf(of, false)).removeEntry(of.names.at(-1));
			else if (of.root.remove) await of.root.remove();
			else throw fault("EACCES");
		} catch (err) {
			if (err.name !== "NotFoundError") throw failed(err);
		}
		if (of.names.length === 0) forget(path);
	};

	const download = (name, bytes) => {
		const a = document.createElement("a");
		a.href = URL.createObjectURL(new Blob([bytes]));
		a.download = name;
		a.click();
		setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
	};

	// known returns the path of a handle that the page already has, or null.
	const known = async (handle) => {
		for (const [path, h] of handles) {
			if (h.kind === handle.kind && await h.isSameEntry(handle)) return path;
			if (h.kind !== "directory") continue;
			const names = await h.resolve(handle);
			if (names && !names.some((name) => name.startsWith("."))) return [path, ...names].join("/");
		}
		return null;
	};
	// ofUser returns a name that does not begin with a dot, as the program's own files do.
	const ofUser = (name) => name.replace(/^\./, "_");
	// free returns a path that no user's file has.
	const free = (of) => {
		const name = ofUser(of);
		let path = "/files/" + name;
		for (let i = 2; handles.has(path); i++) path = "/files/" + name.replace(/((\.level)?\.[^/.]*)?$/, `-${i}$1`);
		return path;
	};
	const adopt = (path, data, mtime) => {
		put(path, { mode: isFile | 0o644, mtime, data });
		mark(path);
		return path;
	};
	const bytesOf = async (f) => {
		if (f.size > most.file) throw new Error(`${f.name} has ${(f.size / 1e6).toFixed(0)} MB; the page opens up to ${most.file / 1e6} MB. Use the desktop editor.`);
		return new Uint8Array(await f.arrayBuffer());
	};
	const take = async (handle) => {
		const f = await handle.getFile();
		const data = await bytesOf(f);
		const path = await known(handle) || free(handle.name);
		if (!under(path)) remember(path, handle);
		return adopt(path, data, f.lastModified);
	};
	const upload = async (f) => adopt(free(f.name), await bytesOf(f), f.lastModified);

	// The limits of a page. A folder beyond them is not opened at all.
	const most = { file: 100e6, files: 20_000, bytes: 256 << 20 };
	const gather = (name) => {
		const list = [];
		let bytes = 0;
		const add = (path, f) => {
			list.push([path, f]);
			bytes += f.size;
			if (list.length > most.files || bytes > most.bytes) {
				throw new Error(`The folder ${name} is too large: the page opens up to ${most.files} files and ${most.bytes >> 20} MB. Open one of its folders, or use the desktop editor.`);
			}
		};
		return { list, add };
	};
	const placeFolder = async (at, list) => {
		const read = [];
		for (const [rest, f] of list) read.push([at + "/" + rest, f, new Uint8Array(await f.arrayBuffer())]);
		const there = new Set(read.map(([path]) => path));
		const sweep = (node, path) => { // removes files that the folder no longer has
			for (const [name, child] of node.entries) {
				const p = path + "/" + name;
				if (child.isFolder) sweep(child, p);
				else if (!there.has(p) && !name.startsWith(".")) {
					put(p, null);
					mark(p);
				}
			}
		};
		const old = lookup(at);
		if (old && old.isFolder) sweep(old, at);
		else put(at, { mode: isFolder | 0o755, mtime: Date.now() });
		mark(at);
		for (const [path, f, data] of read) {
			const folders = path.split("/");
			for (let n = 3; n < folders.length; n++) {
				const p = folders.slice(0, n).join("/");
				if (lookup(p)) continue;
				put(p, { mode: isFolder | 0o755, mtime: Date.now() });
				mark(p);
			}
			adopt(path, data, f.lastModified);
		}
		return at;
	};
	const takeFolder = async (folder) => {
		const { list, add } = gather(folder.name);
		const walk = async (handle, at) => {
			for await (const child of handle.values()) {
				if (child.name.startsWith(".")) continue;
				if (child.kind === "directory") await walk(child, at + child.name + "/");
				else add(at + child.name, await child.getFile());
			}
		};
		await walk(folder, "");
		const path = await known(folder) || free(folder.name);
		await placeFolder(path, list);
		if (!under(path)) remember(path, folder);
		return path;
	};
	// Without handles, dropped and chosen folders are copied.
	const uploadEntry = async (entry) => {
		if (entry.isFile) return upload(await new Promise((done, fail) => entry.file(done, fail)));
		const { list, add } = gather(entry.name);
		const walk = async (folder, at) => {
			const reader = folder.createReader();
			for (;;) {
				const some = await new Promise((done, fail) => reader.readEntries(done, fail));
				if (some.length === 0) return;
				for (const child of some) {
					if (child.name.startsWith(".")) continue;
					if (child.isDirectory) await walk(child, at + child.name + "/");
					else add(at + child.name, await new Promise((done, fail) => child.file(done, fail)));
				}
			}
		};
		await walk(entry, "");
		return placeFolder(free(entry.name), list);
	};
	const uploadFolder = async (files) => {
		const name = files[0].webkitRelativePath.split("/")[0];
		const { list, add } = gather(name);
		for (const f of files) {
			const rest = f.webkitRelativePath.slice(name.length + 1);
			if (!isHidden(rest)) add(rest, f);
		}
		return placeFolder(free(name), list);
	};

	// given adds a level from the address as a read-only file in its own folder. It lasts as long as the page.
	let givenCount = 0;
	const given = (name, data) => {
		const plain = name.replace(/[/\\\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "_"); // the last ranges hide or reorder text
		const path = `/tmp/given/${++givenCount}/${[...plain].slice(-80).join("")}`;
		put(path, { mode: isFile | 0o444, mtime: Date.now(), data });
		return path;
	};

	// takeDropped returns the paths of dropped items. It requests all items before it awaits any, because the browser
	// discards them.
	const takeDropped = async (items) => {
		const asked = [...items].filter((i) => i.kind === "file").map((i) =>
			i.getAsFileSystemHandle ? i.getAsFileSystemHandle() : i.webkitGetAsEntry ? i.webkitGetAsEntry() : i.getAsFile());
		const paths = [];
		for (const thing of await Promise.all(asked)) {
			if (!thing) continue;
			if (thing instanceof File) paths.push(await upload(thing));
			else if (thing.kind) paths.push(await (thing.kind === "directory" ? takeFolder(thing) : take(thing)));
			else paths.push(await uploadEntry(thing));
		}
		return paths;
	};

	const types = (extensions) => extensions.length === 0 ? undefined : [{
		description: extensions.map((e) => `*${e}`).join(", "), // without it, the entry in Chromium's dialog is blank
		accept: { "application/octet-stream": extensions.map((e) => e.slice(e.lastIndexOf("."))) },
	}];
	// asking rewords the error of a file dialog that the browser rejects, because the last click or key already opened
	// another.
	const asking = async (ask) => {
		try {
			return await ask();
		} catch (err) {
			if (err.name !== "AbortError" && /activation|user gesture/i.test(err.message)) throw new Error("the browser opens a file dialog only right after a click or a key: try again");
			throw err;
		}
	};
	const chosen = async (set) => {
		const input = document.createElement("input");
		input.type = "file";
		set(input);
		const list = await new Promise((done) => {
			input.onchange = () => done(input.files);
			input.oncancel = () => done([]);
			input.click();
		});
		if (list.length === 0) throw Object.assign(new Error("no file was chosen"), { name: "AbortError" });
		return list;
	};

	Object.assign(fillet, {
		take, takeFolder, takeDropped, upload, given,
		address: location.origin + location.pathname.replace(/index\.html$/, ""),
		isDownload: (path) => !user.isOurs(path) && !user.holds(path),
		download: async (name, bytes) => download(name, bytes.slice()),
		writesFolders: typeof globalThis.showDirectoryPicker === "function",
		files: {
			// open asks for a file and returns its path in memory.
			async open(title, extensions) {
				if (!globalThis.showOpenFilePicker) return upload((await chosen((input) => { input.accept = extensions.map((e) => e.slice(e.lastIndexOf("."))).join(","); }))[0]);
				const [handle] = await asking(() => showOpenFilePicker({ types: types(extensions) }));
				return take(handle);
			},
			// save asks for a file to write and returns the path in memory to write it to.
			async save(title, name, extensions) {
				if (!globalThis.showSaveFilePicker) return "/files/" + ofUser(name);
				const handle = await asking(() => showSaveFilePicker({ suggestedName: name, types: types(extensions) }));
				const path = await known(handle) || free(handle.name);
				if (!under(path)) remember(path, handle);
				return path;
			},
			// folder asks for a folder and returns its path in memory.
			async folder() {
				if (!globalThis.showDirectoryPicker) return uploadFolder(await chosen((input) => { input.webkitdirectory = true; }));
				return takeFolder(await asking(() => showDirectoryPicker({ mode: "readwrite" })));
			},
		},
	});
})();
