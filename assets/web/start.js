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
		go.env = { HOME: "/home/fillet", TMPDIR: "/tmp" };
		fillet.started = () => requestAnimationFrame(() => requestAnimationFrame(() => shown.remove())); // the first picture is drawn by then
		await go.run(instance);
		fail("Fillet has ended. Reload the page to start it again.");
		document.body.appendChild(shown);
	} catch (err) {
		fail(`Fillet cannot be started: ${err.message}`);
	}
})();
