/** Scheme and host under which visitors reach the site; behind an edge the request does not say. */
export const siteOrigin = (request: Request): string =>
  (process.env['ORIGIN'] || new URL(request.url).origin).replace(/\/+$/, '');
