// Files next to the page that the program loads on demand: pictures of the guide, and fonts for other scripts. The page
// maps the program's names for them to their file names.
"use strict";

(() => {
	const list = JSON.parse(document.documentElement.dataset.assets);
	fillet.assets = Object.keys(list);
	fillet.asset = async (name) => {
		if (!Object.hasOwn(list, name)) throw new Error(`${name} is not part of this page`);
		return fillet.pageFile(list[name]);
	};
	// pageFile loads a file next to the page, which an asset names.
	fillet.pageFile = async (path) => {
		if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new Error(`${path} is not a file of this page`);
		const answer = await fetch(path);
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
})();
