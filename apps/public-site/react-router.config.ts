import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  buildDirectory: 'dist/build',
  // A page is small: one file for loader and view beats two.
  splitRouteModules: false,
  // A dozen routes: one manifest file beside the entry costs less than asking for each route on the way.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
