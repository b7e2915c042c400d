// Keeps the page's files, so that it starts without a connection. With a connection, everything comes from the server.
"use strict";

const files = FILES; // the page itself is ""
const cache = "fillet";

addEventListener("install", (e) => e.waitUntil((async () => {
	const to = await caches.open(cache);
	for (const name of files) {
		if (name === "" || !await to.match(name)) await to.add(name || "./");
	}
	await skipWaiting();
})()));

addEventListener("activate", (e) => e.waitUntil((async () => {
	const to = await caches.open(cache);
	const wanted = new Set(files.map((name) => new URL(name || "./", location.href).href));
	for (const request of await to.keys()) {
		if (!wanted.has(request.url)) await to.delete(request);
	}
	await clients.claim();
})()));

let isOffline = false;
addEventListener("fetch", (e) => {
	if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
	const kept = async () => (await caches.open(cache)).match(e.request, { ignoreSearch: e.request.mode === "navigate" });
	if (e.request.mode === "navigate") {
		e.respondWith((async () => {
			try {
				const answer = await fetch(e.request);
				isOffline = false;
				return answer;
			} catch (err) {
				isOffline = true;
				const page = await kept();
				if (!page) throw err;
				return page;
			}
		})());
	} else if (isOffline) {
		e.respondWith((async () => await kept() || fetch(e.request))());
	}
});
