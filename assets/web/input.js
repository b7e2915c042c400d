// Input that Fyne does not handle in a browser. The browser keeps its own keys, the wheel and pinches do not scroll the
// page, input methods enter text, Ctrl+V needs no permission for the clipboard, and files can be dropped.
"use strict";

(() => {
	// ofBrowser reports whether a key belongs to the browser: pages do not get it, or should leave it alone.
	const ofBrowser = (e) => {
		if (e.key === "F11" || e.key === "F12") return true;
		if (!(e.ctrlKey || e.metaKey) || e.altKey) return false;
		return /^[nwt]$/i.test(e.key) || /^(Digit|Numpad)\d$/.test(e.code) || e.key === "Tab";
	};

	// The element with the keyboard focus. It is a text area, so that input methods work.
	const text = document.createElement("textarea");
	text.id = "text";
	text.setAttribute("aria-label", "Keyboard input of Fillet");
	text.autocapitalize = text.autocomplete = "off";
	text.spellcheck = false;
	text.rows = 1;
	document.body.appendChild(text);
	const hold = () => { if (document.activeElement !== text) text.focus({ preventScroll: true }); };
	addEventListener("focus", hold);
	hold();

	// showKeyboard shows or hides the on-screen keyboard of a touch screen.
	fillet.showKeyboard = (on) => {
		const mode = on ? "text" : "none";
		if (text.inputMode === mode) return;
		text.inputMode = mode;
		text.blur();
		hold();
	};
	if (matchMedia("(pointer: coarse)").matches) text.inputMode = "none"; // until a field has the focus

	const ours = new WeakSet(); // events sent from here
	const send = (e) => {
		ours.add(e);
		document.dispatchEvent(e);
	};
	const press = (kind, like) => send(new KeyboardEvent(kind, { bubbles: true, cancelable: true, ...like }));
	const type = (letters) => {
		for (const key of letters) {
			press("keydown", { key, keyCode: 0 });
			press("keyup", { key, keyCode: 0 });
		}
		text.value = "";
	};

	let pasting = null; // the key press that asks for the clipboard
	const isPaste = (e) => (e.ctrlKey || e.metaKey) && !e.altKey && (e.key === "v" || e.key === "V") || e.shiftKey && e.key === "Insert";
	// isText reports whether a key event belongs to text input by an input method, a dead key or an on-screen keyboard.
	const isText = (e) => e.isComposing || e.key === "Dead" || e.key === "Process" || e.key === "Unidentified" || e.keyCode === 229;
	let told = false; // whether Fyne got the last key and enters its character
	addEventListener("keypress", (e) => { if (told) e.preventDefault(); }, true);

	let control = false; // whether Ctrl is held
	const isControl = (e) => { if (e.key === "Control") control = e.type === "keydown"; };
	addEventListener("blur", () => { control = false; });
	// On a Mac, Cmd acts as Ctrl. While it is held, macOS does not report the release of other keys.
	const isMac = /^Mac/.test(navigator.platform);
	const asControl = (e) => {
		e.preventDefault();
		e.stopImmediatePropagation();
		const isCmd = e.key === "Meta";
		const like = { key: isCmd ? "Control" : e.key, code: e.code, keyCode: isCmd ? 17 : e.keyCode, ctrlKey: true, shiftKey: e.shiftKey, altKey: e.altKey, repeat: e.repeat };
		press(e.type, like);
		if (!isCmd && e.type === "keydown") press("keyup", like);
	};
	addEventListener("keydown", (e) => {
		if (ours.has(e)) return;
		isControl(e);
		told = !isText(e) && !ofBrowser(e);
		if (!told) {
			e.stopImmediatePropagation(); // without preventDefault, so that the browser handles the key
			return;
		}
		if (isPaste(e)) {
			e.stopImmediatePropagation();
			const like = { key: e.key, code: e.code, keyCode: e.keyCode, ctrlKey: e.ctrlKey, metaKey: e.metaKey, shiftKey: e.shiftKey };
			pasting = () => {
				pasting = null;
				press("keydown", like);
			};
			setTimeout(() => { if (pasting) pasting(); }, 80); // an empty clipboard sends no paste event
			return;
		}
		if (isMac && (e.metaKey || e.key === "Meta")) asControl(e);
	}, true);
	addEventListener("keyup", (e) => {
		if (ours.has(e)) return;
		isControl(e);
		if (isText(e) || ofBrowser(e)) e.stopImmediatePropagation();
		else if (isMac && e.key === "Meta") asControl(e);
	}, true);
	// Text being composed is shown where the field was clicked, with the input method's list below it.
	text.addEventListener("compositionstart", () => text.classList.add("composing"));
	text.addEventListener("compositionend", (e) => {
		text.classList.remove("composing");
		type(e.data || "");
	});
	text.addEventListener("input", (e) => { if (!e.isComposing && e.inputType !== "insertCompositionText") type(e.data || ""); });

	// The clipboard. Its contents are known from Ctrl+V, from copying in the page, and from the browser if it permits
	// reading.
	const real = navigator.clipboard;
	let known = "", picture = null; // the last known text, and the PNG file or null
	addEventListener("paste", (e) => {
		e.preventDefault();
		known = e.clipboardData.getData("text/plain");
		picture = [...e.clipboardData.files].find((f) => f.type === "image/png") || null;
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
			picture = null;
			if (real) {
				await real.writeText(value).catch(() => {});
				return;
			}
			text.value = value; // the origin is not secure
			text.select();
			document.execCommand("copy");
			text.value = "";
		},
	} });

	// copy copies a text and fails if the browser does not permit it.
	fillet.copy = async (value) => {
		known = value;
		picture = null;
		if (real) return real.writeText(value);
		text.value = value;
		text.select();
		const copied = document.execCommand("copy");
		text.value = "";
		if (!copied) throw new Error("the browser does not allow it");
	};

	// readPicture returns the bytes of the picture on the clipboard, or null for none or unknown.
	fillet.readPicture = async () => {
		if (real && real.read && document.hasFocus() && await permitted()) {
			picture = null;
			for (const item of await real.read()) {
				if (item.types.includes("image/png")) picture = await item.getType("image/png");
			}
		}
		return picture && new Uint8Array(await picture.arrayBuffer());
	};
	fillet.writePicture = async (bytes) => {
		if (!real || !real.write || typeof ClipboardItem === "undefined") {
			throw new Error("the browser takes pictures only from a page with https, or one of the same machine");
		}
		picture = new Blob([bytes], { type: "image/png" });
		known = "";
		await real.write([new ClipboardItem({ "image/png": picture })]);
	};

	// Fyne uses the position of the last mouse move for a press.
	let moved = [0, 0];
	addEventListener("mousemove", (e) => { moved = [e.clientX, e.clientY]; }, true);
	addEventListener("mousedown", (e) => {
		const { clientX, clientY } = e;
		if (moved[0] !== clientX || moved[1] !== clientY) send(new MouseEvent("mousemove", { clientX, clientY, buttons: 0 }));
		moved = [clientX, clientY];
		text.style.left = `${clientX}px`;
		text.style.top = `${clientY}px`;
		hold();
	}, true);

	// The wheel. Fyne gets 100 pixels for each notch in every browser, and the pixels of a touchpad. Browsers report a
	// pinch on a touchpad as a wheel with Ctrl, although nobody holds it. Fyne gets it with Ctrl too, scaled to zoom as
	// far as a pinch in other programs.
	// A pinch of 100 pixels zooms by e. So does a wheel of ofPinch times as many.
	const aNotch = 100, ofPinch = 10.5;
	const wheel = (like, deltaX, deltaY) => send(new WheelEvent("wheel", { cancelable: true, clientX: like.clientX, clientY: like.clientY, deltaX, deltaY }));
	const pinch = (like, deltaY) => {
		const key = { key: "Control", code: "ControlLeft", keyCode: 17 };
		press("keydown", { ...key, ctrlKey: true });
		wheel(like, 0, ofPinch * deltaY);
		press("keyup", key);
	};
	const notches = (pixels, legacy) => legacy !== 0 && legacy % 120 === 0 && Math.abs(pixels) >= 40 ? -legacy / 120 * aNotch : pixels;
	addEventListener("wheel", (e) => {
		if (ours.has(e)) return;
		e.preventDefault();
		e.stopImmediatePropagation();
		const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? aNotch / 3 : e.deltaMode === WheelEvent.DOM_DELTA_PAGE ? innerHeight : 1;
		const x = notches(e.deltaX * lines, e.wheelDeltaX), y = notches(e.deltaY * lines, e.wheelDeltaY);
		if (e.ctrlKey && !control) pinch(e, e.deltaY * lines);
		else wheel(e, x, y);
	}, { passive: false, capture: true });
	let scale = 1; // of the current pinch in Safari
	addEventListener("gesturestart", (e) => {
		e.preventDefault();
		scale = e.scale;
	});
	addEventListener("gesturechange", (e) => {
		e.preventDefault();
		pinch(e, -100 * Math.log(e.scale / scale));
		scale = e.scale;
	});

	// A window that moves to a screen of another density may keep its size, and then sends no resize event.
	(function follow() {
		matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
			dispatchEvent(new Event("resize"));
			follow();
		}, { once: true });
	})();

	// Dropped files and folders.
	addEventListener("dragover", (e) => e.preventDefault());
	addEventListener("drop", async (e) => {
		e.preventDefault();
		try {
			const paths = await fillet.takeDropped(e.dataTransfer.items);
			if (fillet.dropped) fillet.dropped(e.clientX, e.clientY, paths);
		} catch (err) {
			if (fillet.say) fillet.say("The dropped files were not opened", err.message);
		}
	});

	// Ask before leaving with unsaved work, although it is autosaved.
	addEventListener("beforeunload", (e) => { if (fillet.unsaved && fillet.unsaved()) e.preventDefault(); });
})();
