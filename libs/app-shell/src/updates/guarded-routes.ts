const FILE = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/;
const RELOADS = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/;

/** What the page hears of a chunk that does not come, as Vite says it; where nobody reloads, it is an error like others. */
const SAYS = `
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error });
    if (window.dispatchEvent(event)) throw error;
    return new Promise(() => {});`;

/**
 * For the build: React Router reloads the page whenever a route's module does not come, for ever when it never comes.
 * With this the reload guard decides (R9.04), and the second failure shows the error page.
 */
export const guardedRoutes = () => ({
  name: 'guarded-routes',
  transform(code: string, id: string): string | undefined {
    if (!FILE.test(id.split('?')[0] ?? id)) return undefined;
    if (!RELOADS.test(code)) throw new Error(`${id} reloads otherwise than expected`);
    return code.replace(RELOADS, SAYS);
  },
});
