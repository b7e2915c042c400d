// What the toolkit does not do with input: the browser's own keys stay the browser's, the wheel does not move the page, text comes from
// input methods as well, the clipboard needs no permission for Ctrl+V, and files can be dropped.
"use strict";

(() => {
	// Keys that a page is not given, or should leave alone.
	const ofBrowser = (e) => {
		if (e.key === "F11" || e.key === "F12") return true;
		if (!(e.ctrlKey || e.metaKey) || e.altKey) return false;
		return /^[nwt]$/i.test(e.key) || /^(Digit|Numpad)\d$/.test(e.code) || e.key === "Tab";
	};

	// The element that has the keyboard: text fields get what input methods make.
	const text = document.createElement("textarea");
	text.id = "text";
	text.setAttribute("aria-label", "Keyboard input of Fillet");
	text.autocapitalize = text.autocomplete = "off";
	text.spellcheck = false;
	document.body.appendChild(text);
	const hold = () => { if (document.activeElement !== text) text.focus({ preventScroll: true }); };
	addEventListener("mousedown", hold, true);
	addEventListener("focus", hold);
	hold();

	const ours = new WeakSet(); // events made here
	const press = (kind, like) => {
		const e = new KeyboardEvent(kind, { bubbles: true, cancelable: true, ...like });
		ours.add(e);
		document.dispatchEvent(e);
	};
	const type = (letters) => {
		for (const key of letters) {
			press("keydown", { key, keyCode: 0 });
			press("keyup", { key, keyCode: 0 });
		}
		text.value = "";
	};

	let pasting = null; // the key press that asks for the clipboard
	const isPaste = (e) => (e.ctrlKey || e.metaKey) && !e.altKey && (e.key === "v" || e.key === "V") || e.shiftKey && e.key === "Insert";
	addEventListener("keydown", (e) => {
		if (ours.has(e)) return;
		if (e.isComposing || e.key === "Dead" || e.key === "Process" || e.keyCode === 229 || ofBrowser(e)) {
			e.stopImmediatePropagation(); // without preventDefault: the browser does what it does with it
			return;
		}
		if (isPaste(e)) {
			e.stopImmediatePropagation();
			const like = { key: e.key, code: e.code, keyCode: e.keyCode, ctrlKey: e.ctrlKey, metaKey: e.metaKey, shiftKey: e.shiftKey };
			pasting = () => {
				pasting = null;
				press("keydown", like);
			};
			setTimeout(() => { if (pasting) pasting(); }, 80); // where the clipboard is empty, no event comes
		}
	}, true);
	addEventListener("keyup", (e) => {
		if (!ours.has(e) && (e.isComposing || e.key === "Dead" || e.key === "Process" || ofBrowser(e))) e.stopImmediatePropagation();
	}, true);
	text.addEventListener("compositionend", (e) => type(e.data || ""));
	text.addEventListener("input", (e) => { if (!e.isComposing && e.inputType !== "insertCompositionText") type(e.data || ""); });

	// The clipboard. What it holds is known from Ctrl+V, from what was copied here, and from the browser where it permits reading.
	const real = navigator.clipboard;
	let known = "";
	addEventListener("paste", (e) => {
		e.preventDefault();
		known = e.clipboardData.getData("text/plain");
		if (pasting) pasting();
	}, true);
	const permitted = async () => {
		try {
			return (await navigator.permissions.query({ name: "clipboard-read" })).state === "granted";
		} catch {
			return false;
		}
	};
	Object.defineProperty(navigator, "clipboard", { value: {
		async readText() {
			if (real && document.hasFocus() && await permitted()) known = await real.readText().catch(() => known);
			return known;
		},
		async writeText(value) {
			known = value;
			if (real) {
				await real.writeText(value).catch(() => {});
				return;
			}
			text.value = value; // the page is not from a secure origin
			text.select();
			document.execCommand("copy");
			text.value = "";
		},
	} });

	addEventListener("wheel", (e) => e.preventDefault(), { passive: false, capture: true });
	addEventListener("gesturestart", (e) => e.preventDefault());

	// Files and folders that are dropped.
	addEventListener("dragover", (e) => e.preventDefault());
	addEventListener("drop", async (e) => {
		e.preventDefault();
		const asked = [...e.dataTransfer.items].filter((i) => i.kind === "file").map((i) => i.getAsFileSystemHandle ? i.getAsFileSystemHandle() : i.getAsFile());
		const paths = [];
		for (const thing of await Promise.all(asked)) {
			if (!thing) continue;
			if (thing instanceof File) paths.push(await fillet.upload(thing));
			else paths.push(await (thing.kind === "directory" ? fillet.takeFolder(thing) : fillet.take(thing)));
		}
		if (fillet.dropped) fillet.dropped(e.clientX, e.clientY, paths);
	});

	// Leaving with unsaved work asks, though all of it is put aside.
	addEventListener("beforeunload", (e) => { if (fillet.unsaved && fillet.unsaved()) e.preventDefault(); });
})();
