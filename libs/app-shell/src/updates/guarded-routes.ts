interface Mend {
  file: RegExp;
  /** What stands there; a release that says it otherwise stops the build. */
  found: RegExp;
  put: string;
}

const within = (path: string) => new RegExp(`/react-router/dist/\\w+/lib/${path}\\.js$`);

const MENDS: readonly Mend[] = [
  {
    // The page hears of a route that does not come as Vite says it; where nobody reloads, it is an error like others.
    file: within('dom/ssr/routeModules'),
    found:
      /console\.error\(`Error loading[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/,
    put: `
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { route: route.id });
    if (window.dispatchEvent(event)) throw error;
    return new Promise(() => {});`,
  },
  {
    // A navigation waits for every route's handler, and a route that did not come has none.
    file: within('dom/ssr/single-fetch'),
    found: /\)\)\);(?=\s*await Promise\.all\(routeDfds\b)/,
    put: `).then((result) => {
      routeDfds[i].resolve();
      if (result?.type === 'error') results[m.route.id] = result;
    })));`,
  },
  {
    // What failed is not remembered, here and in the next one: the next navigation asks anew.
    file: within('dom/ssr/routes'),
    found: /(?<=lazyRoutePromise = \(async \(\) => \{[^{}]*(?:\{[^{}]*\})?[^{}]*\}\)\(\);)/,
    put: ` lazyRoutePromise.catch(() => { lazyRoutePromise = undefined; });`,
  },
  {
    file: within('router/router'),
    found: /(?<=cache\[key\] = propertyPromise;)/,
    put: ` propertyPromise.catch(() => { delete cache[key]; });`,
  },
];

/**
 * For the build: React Router reloads the page whenever a route's module does not come, for ever when it never comes.
 * With this the reload guard decides (R9.04), the second failure shows the error page, and a link that was pressed
 * without a network works as soon as there is one.
 */
export const guardedRoutes = () => ({
  name: 'guarded-routes',
  transform(code: string, id: string): string | undefined {
    const mend = MENDS.find(({ file }) => file.test(id.split('?')[0] ?? id));
    if (!mend) return undefined;
    if (!mend.found.test(code)) throw new Error(`${id} reads otherwise than expected`);
    return code.replace(mend.found, () => mend.put);
  },
});
