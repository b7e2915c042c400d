// Starts the program: loads it with progress, gives it the file system and the arguments that the address holds, and runs it.
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
	// The level that the address names or holds, as a file: ?level=PATH of the same origin, or #level=DATA, which is raw deflate in
	// base64url, for links. Neither is trusted: only a level is read, up to a size.
	const most = { fetched: 64 << 20, held: 4 << 20 };
	const read = async (stream, limit) => {
		const parts = [];
		let size = 0;
		for (const reader = stream.getReader(); ;) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.length;
			if (size > limit) {
				await reader.cancel();
				throw new Error(`it is larger than ${limit >> 20} MB`);
			}
			parts.push(value);
		}
		return new Uint8Array(await new Blob(parts).arrayBuffer());
	};
	const levelOfAddress = async () => {
		const named = new URLSearchParams(location.search).get("level");
		const held = new URLSearchParams(location.hash.slice(1)).get("level");
		if (named) {
			const url = new URL(named, location.href);
			if (url.origin !== location.origin) throw new Error(`${url.href}: a level is only opened from ${location.origin}`);
			const answer = await fetch(url);
			if (!answer.ok) throw new Error(`${url.href}: ${answer.status} ${answer.statusText}`);
			const name = decodeURIComponent(url.pathname.split("/").pop()) || "level.level.yaml";
			return fillet.received(name, await read(answer.body, most.fetched));
		}
		if (held) {
			const bytes = Uint8Array.from(atob(held.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
			return fillet.received("shared.level.yaml", await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most.held));
		}
		return null;
	};

	const program = document.documentElement.dataset.program, size = Number(document.documentElement.dataset.size);
	try {
		const go = new Go();
		const response = await fetch(program);
		if (!response.ok) throw new Error(`${program}: ${response.status} ${response.statusText}`);
		const watched = response.clone().body.getReader();
		let have = 0;
		(async () => {
			for (;;) {
				const { done, value } = await watched.read();
				if (done) break;
				have += value.length;
				bar.style.setProperty("width", `${Math.min(100, 100 * have / size)}%`);
				text.textContent = have < size ? `Loading Fillet: ${(have / 1e6).toFixed(0)} of ${(size / 1e6).toFixed(0)} MB` : "Starting Fillet";
			}
		})().catch(() => {});
		const [keeps, { instance }] = await Promise.all([fillet.load(), WebAssembly.instantiateStreaming(response, go.importObject)]);
		fillet.keeps = keeps;
		go.argv = ["fillet"];
		try {
			const path = await levelOfAddress();
			if (path) go.argv.push(path);
		} catch (err) {
			fillet.problem = `The level of the address cannot be opened: ${err.message}`;
		}
		go.env = { HOME: "/home/fillet", TMPDIR: "/tmp" };
		fillet.started = () => requestAnimationFrame(() => requestAnimationFrame(() => shown.remove())); // the first picture is drawn by then
		await go.run(instance);
		fail("Fillet has ended. Reload the page to start it again.");
		document.body.appendChild(shown);
	} catch (err) {
		fail(`Fillet cannot be started: ${err.message}`);
	}
})();
