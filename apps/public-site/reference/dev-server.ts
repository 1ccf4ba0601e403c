import type { Plugin } from 'vite';
import type * as reference from './pages.ts';

/**
 * Serves the reference's pages in the development server, rebuilt at each request: a guide can be read while it is
 * written.
 */
export const referenceInDevelopment: Plugin = {
  name: 'reference-in-development',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (!/^(?:\/en)?\/developers(?:\/|$)/.test(path)) {
        next();
        return;
      }
      void server
        .ssrLoadModule('/reference/pages.ts')
        .then((module) => {
          const { referencePages } = module as typeof reference;
          const page = referencePages('/reference/reference.css').find((one) => one.path === path);
          if (!page) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(page.html);
        })
        .catch(next);
    });
  },
};
