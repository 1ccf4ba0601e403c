import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { LANDING_PATHS } from './app/paths.ts';

const config: Config = {
  // Static files: nothing here is rendered per request, and no host of it runs JavaScript.
  ssr: false,
  prerender: [...LANDING_PATHS],
  buildDirectory: 'dist/build',
  routeDiscovery: { mode: 'initial' },
  // `index.html` would pass for the page of "/", which belongs to the public site.
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await rename(join(client, 'index.html'), join(client, '__spa-fallback.html'));
  },
};

export default config;
