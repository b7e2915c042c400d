// Fingers. A tap clicks, and a long press opens the context menu. One finger drags what it touches if that can be
// dragged; else it moves the view, or scrolls a panel. Two fingers zoom and move the view.
"use strict";

(() => {
	const slop = 10; // pixels that a finger may move during a tap
	const hold = 500, twice = 350; // milliseconds of a long press, and between the taps of a double tap
	const left = 0, middle = 1, right = 2; // buttons

	const mouse = (kind, [clientX, clientY], button = 0, buttons = 0) => {
		document.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, clientY, button, buttons }));
	};
	const click = (at, button) => {
		mouse("mousemove", at);
		mouse("mousedown", at, button);
		mouse("mouseup", at, button);
	};
	const wheel = ([clientX, clientY], deltaX, deltaY, ctrlKey = false) => {
		document.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX, clientY, deltaX, deltaY, ctrlKey }));
	};
	const place = (t) => [t.clientX, t.clientY];
	const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
	const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

	// The gesture in progress. It begins as a tap and becomes a drag of a button, a scroll or a pinch; after that, fingers
	// are ignored until all are lifted.
	let now = null, timer = 0;
	let tapped = { at: [0, 0], time: -twice };
	const begin = (t) => {
		const at = place(t);
		now = { kind: "tap", from: at, at };
		const press = () => {
			now.kind = "over";
			click(at, right);
		};
		timer = setTimeout(() => { timer = setTimeout(press); }, hold); // movements that wait come first
	};
	const move = (at) => {
		if (now.kind === "tap" && distance(at, now.from) > slop) {
			clearTimeout(timer);
			// On the canvas, the program knows what a drag does. Elsewhere, sliders are dragged sideways and lists scrolled.
			const what = fillet.finger ? fillet.finger(...now.from) : "";
			const isAcross = Math.abs(at[0] - now.from[0]) > Math.abs(at[1] - now.from[1]);
			now.kind = what === "" && !isAcross ? "scroll" : "drag";
			mouse("mousemove", now.from); // a wheel scrolls what is under the mouse
			if (now.kind === "drag") {
				now.button = what === "pan" ? middle : left;
				mouse("mousedown", now.from, now.button);
			}
		}
		if (now.kind === "drag") mouse("mousemove", at, 0, now.button === left ? 1 : 4);
		if (now.kind === "scroll") wheel(now.from, now.at[0] - at[0], now.at[1] - at[1]);
		now.at = at;
	};
	const lift = () => {
		if (now.kind === "drag") mouse("mouseup", now.at, now.button);
		if (now.kind !== "tap") return;
		// The second tap of a double tap counts at the place of the first.
		const time = performance.now();
		const again = time - tapped.time < twice && distance(now.from, tapped.at) < 3 * slop;
		tapped = { at: again ? tapped.at : now.from, time };
		click(tapped.at, left);
		setTimeout(() => fillet.showKeyboard(fillet.types && fillet.types()), 100); // once the tap has moved the focus
	};
	const pinch = (a, b) => {
		const at = between(a, b), apart = Math.max(distance(a, b), 1);
		if (now.kind !== "pinch") {
			clearTimeout(timer);
			if (now.kind === "drag") mouse("mouseup", now.at, now.button);
			now = { kind: "pinch", at, apart };
			return;
		}
		// Half pixels keep the program from taking the movement for notches of a wheel.
		const dx = now.at[0] - at[0], dy = now.at[1] - at[1];
		if (dx !== 0 || dy !== 0) wheel(at, dx + 0.01, dy + 0.01);
		if (apart !== now.apart) wheel(at, 0, -100 * Math.log(apart / now.apart), true);
		Object.assign(now, { at, apart });
	};
	const end = () => {
		clearTimeout(timer);
		now = null;
	};
	const handle = (kind, f) => addEventListener(kind, (e) => {
		e.preventDefault(); // no mouse events from the browser
		f([...e.touches].map(place), e);
	}, { passive: false, capture: true });
	handle("touchstart", (at, e) => {
		if (at.length === 1) begin(e.touches[0]);
		else if (at.length === 2 && now && now.kind !== "over") pinch(...at);
		else if (now) now.kind = "over";
	});
	handle("touchmove", (at) => {
		if (!now) return;
		if (now.kind === "pinch" && at.length === 2) pinch(...at);
		else if (at.length === 1 && now.kind !== "pinch") move(at[0]);
	});
	handle("touchend", (at) => {
		if (!now) return;
		clearTimeout(timer);
		if (at.length > 0) {
			now.kind = "over";
			return;
		}
		lift();
		end();
	});
	handle("touchcancel", () => {
		if (now && now.kind === "drag") mouse("mouseup", now.at, now.button);
		end();
	});
})();
