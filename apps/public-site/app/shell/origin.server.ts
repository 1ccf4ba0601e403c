/**
 * Scheme and host under which visitors reach the site, as browsers write them; behind a reverse proxy the request does not
 * contain them.
 */
export const siteOrigin = (request: Request): string => new URL(process.env['ORIGIN'] || request.url).origin;
