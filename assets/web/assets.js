// Files beside the page that the program loads on demand: pictures of the guide, and fonts for other scripts. The page
// maps the program's names for them to their file names.
"use strict";

(() => {
	const list = JSON.parse(document.documentElement.dataset.assets);
	fillet.assets = Object.keys(list);
	fillet.asset = async (name) => {
		if (!Object.hasOwn(list, name)) throw new Error(`${name} is not part of this page`);
		return fillet.beside(list[name]);
	};
	// beside loads a file beside the page. Other assets name such files.
	fillet.beside = async (path) => {
		if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new Error(`${path} is not the name of a file beside this page`);
		const answer = await fetch(path);
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
})();
