// Starts the program: loads it and shows the progress, passes it the file system and the arguments from the address,
// and runs it.
"use strict";

(async () => {
	const shown = document.getElementById("loading");
	const text = document.getElementById("progress");
	const bar = document.getElementById("bar");
	const fail = (why) => {
		shown.className = "failed";
		text.textContent = why;
	};
	if (typeof WebAssembly !== "object" || !WebAssembly.instantiateStreaming) {
		fail("This browser cannot run Fillet: it lacks WebAssembly.");
		return;
	}
	if (!document.createElement("canvas").getContext("webgl")) {
		fail("This browser cannot draw Fillet: it lacks WebGL.");
		return;
	}
	// The address can name a level of the same origin, ?level=PATH, or contain one, #level=DATA&name=NAME, as raw
	// deflate in base64url. Neither is trusted: only a level of limited size is read, and it is opened as a new level
	// without a user's file.
	const most = { fetched: 64 << 20, packed: 4 << 20, held: 4 << 20 };
	const read = async (stream, limit, what, told = () => {}) => {
		const parts = [];
		let size = 0;
		for (const reader = stream.getReader(); ;) {
			const { done, value } = await reader.read().catch((err) => {
				throw new Error(what === "the link" ? `${what} is damaged or was cut off, after ${size} bytes of the level: ask for it again` : `${what} broke off after ${size} bytes: ${err.message}`);
			});
			if (done) break;
			size += value.length;
			told(size);
			if (size > limit) {
				await reader.cancel().catch(() => {});
				throw new Error(`${what} holds more than ${limit >> 20} MB, which is the most that is opened from an address`);
			}
			parts.push(value);
		}
		return new Uint8Array(await new Blob(parts).arrayBuffer());
	};
	const unpack = async (held) => {
		if (held.length > most.packed) throw new Error(`the link is longer than ${most.packed >> 20} MB, which is the most that is opened from an address`);
		const wrong = /[^A-Za-z0-9_-]/.exec(held);
		if (wrong) throw new Error(`the link is damaged: character ${wrong.index + 1} of what it holds is ${JSON.stringify(wrong[0])}. Ask for it again`);
		if (held.length % 4 === 1) throw new Error("the link was cut off: ask for it again");
		const bytes = Uint8Array.from(atob(held.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
		return read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most.held, "the link");
	};
	const patience = 30_000; // milliseconds without a byte of a level
	const short = (address) => address.length > 200 ? `${address.slice(0, 200)}…` : address;
	const levelOfServer = async (named) => {
		const url = new URL(named, location.href), what = short(url.href);
		if (url.origin !== location.origin) throw new Error(`${what}: a level is only opened from ${location.origin}`);
		const ended = new AbortController();
		let timer;
		const told = (size) => {
			text.textContent = `Loading the level: ${(size / 1e6).toFixed(1)} MB`;
			clearTimeout(timer);
			timer = setTimeout(() => ended.abort(new Error(`nothing has come for ${patience / 1000} seconds`)), patience);
		};
		try {
			told(0);
			const answer = await fetch(url, { credentials: "omit", signal: ended.signal }).catch((err) => {
				throw new Error(`${what} cannot be loaded: ${err.name === "TypeError" ? `there is no connection, or it leads elsewhere than to ${location.origin}` : err.message}`);
			});
			if (!answer.ok) throw new Error(`${what}: ${answer.status} ${answer.statusText}`);
			if (new URL(answer.url).origin !== location.origin) throw new Error(`${short(answer.url)}: a level is only opened from ${location.origin}`);
			let name = url.pathname.split("/").pop();
			try { name = decodeURIComponent(name); } catch { /* as it is */ }
			return fillet.given(name || "level.level.yaml", answer.body ? await read(answer.body, most.fetched, what, told) : new Uint8Array(0));
		} finally {
			clearTimeout(timer);
			text.textContent = "Starting Fillet";
		}
	};
	const levelOfAddress = async (named) => {
		const held = new URLSearchParams(location.hash.slice(1));
		if (named) return levelOfServer(named);
		if (held.get("level")) return fillet.given(`${held.get("name") || "shared"}.level.yaml`, await unpack(held.get("level")));
		return null;
	};
	const problem = (err) => `The linked level cannot be opened: ${err.message}`;
	addEventListener("hashchange", async () => { // a link opened in the same tab does not reload the page
		try {
			const path = await levelOfAddress(null);
			if (path && fillet.give) fillet.give(path);
		} catch (err) {
			if (fillet.say) fillet.say("The level was not opened", problem(err));
		}
	});

	// The name of the program that the browser loaded last, which is in its cache. Without storage, it counts as new
	// each time.
	const keptName = "fillet program";
	const isKept = (name) => {
		try { return localStorage.getItem(keptName) === name; } catch { return false; }
	};
	const noteKept = (name) => {
		try { localStorage.setItem(keptName, name); } catch { /* the next start counts again */ }
	};
	const program = document.documentElement.dataset.program, size = Number(document.documentElement.dataset.size);
	try {
		const go = new Go();
		const response = await fetch(program);
		if (!response.ok) throw new Error(`${program}: ${response.status} ${response.statusText}`);
		if (!isKept(program)) { // counting takes time, and a cached program loads instantly
			const watched = response.clone().body.getReader();
			let have = 0, next = 0;
			(async () => {
				for (;;) {
					const { done, value } = await watched.read();
					if (done || shown.className === "failed") break;
					have += value.length;
					if (performance.now() < next && have < size) continue;
					next = performance.now() + 50;
					bar.style.setProperty("width", `${Math.min(100, 100 * have / size)}%`);
					text.textContent = have < size ? `Loading Fillet: ${(have / 1e6).toFixed(0)} of ${(size / 1e6).toFixed(0)} MB` : "Starting Fillet";
				}
			})().catch(() => {});
		}
		// If the server sends another content type, correct it. The browser then does not cache the compiled program.
		const isTyped = /^application\/wasm\b/.test(response.headers.get("Content-Type"));
		const typed = isTyped ? response : new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
		const [keeps, { instance }] = await Promise.all([fillet.load(), WebAssembly.instantiateStreaming(typed, go.importObject)]);
		fillet.keeps = keeps;
		noteKept(program);
		go.argv = ["fillet"];
		try {
			const path = await levelOfAddress(new URLSearchParams(location.search).get("level"));
			if (path) fillet.givenLevel = path;
		} catch (err) {
			fillet.problem = problem(err);
		}
		if (fillet.givenLevel || fillet.problem) go.argv.push("--empty");
		go.env = { HOME: "/home/fillet", TMPDIR: "/tmp" };
		fillet.started = () => requestAnimationFrame(() => requestAnimationFrame(() => { // after the first frame
			shown.remove();
			// The worker is for starts without a connection only. A browser that cannot keep the files needs one.
			if (navigator.serviceWorker) navigator.serviceWorker.register("worker.js").catch(() => {});
		}));
		const ended = (why) => {
			fail(why);
			document.body.appendChild(shown);
		};
		// A crash in an event handler does not end go.run: without this, the page would freeze silently.
		const broke = (err) => {
			if (err instanceof WebAssembly.RuntimeError) ended(`Fillet was stopped by an error (${err.message}). Reload the page: work that was not saved is offered again.`);
		};
		addEventListener("error", (e) => broke(e.error));
		addEventListener("unhandledrejection", (e) => broke(e.reason));
		await go.run(instance);
		ended("Fillet has ended. Reload the page to start it again.");
	} catch (err) {
		fail(`Fillet cannot be started: ${err.message}`);
	}
})();
