/** Scheme and host under which visitors reach the site; behind a reverse proxy the request does not contain them. */
export const siteOrigin = (request: Request): string =>
  (process.env['ORIGIN'] || new URL(request.url).origin).replace(/\/+$/, '');
