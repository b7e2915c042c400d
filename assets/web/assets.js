// Files beside the page that the program asks for when it needs them: pictures of the guide, fonts of other scripts. The page lists them by
// the names that the program has for them, with the names under which they lie there.
"use strict";

(() => {
	const list = JSON.parse(document.documentElement.dataset.assets);
	fillet.assets = Object.keys(list);
	fillet.asset = async (name) => {
		if (!Object.hasOwn(list, name)) throw new Error(`${name} is not part of this page`);
		return fillet.beside(list[name]);
	};
	// A file by its name beside the page, which an asset has told of.
	fillet.beside = async (path) => {
		if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new Error(`${path} is not the name of a file beside this page`);
		const answer = await fetch(path);
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
})();
