// One web app with hot reload, run inside its folder: node tools/start/dev-web.ts [base].
import { createServer } from 'vite';
import type { Plugin } from 'vite';

const [base = '/'] = process.argv.slice(2);

/**
 * The console's files are under its base, its pages under two paths: /developer-center and
 * /en/developer-center. Vite rejects paths outside of the base, so it gets a path under the base, while React
 * Router reads the page from originalUrl.
 */
const pagesOutsideTheBase: Plugin = {
  name: 'pages-outside-the-base',
  configureServer(server) {
    server.middlewares.use((request: { url?: string; originalUrl?: string }, _, next) => {
      if (request.url && !request.url.startsWith(base)) {
        request.originalUrl = request.url;
        request.url = base;
      }
      next();
    });
  },
};

const server = await createServer({
  base,
  plugins: base === '/' ? [] : [pagesOutsideTheBase],
  server: { host: '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
});
await server.listen();
console.log(`listening on http://127.0.0.1:${server.config.server.port}`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
