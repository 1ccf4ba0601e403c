import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  buildDirectory: 'dist/build',
  // A page is small: one file for loader and view costs less than two.
  splitRouteModules: false,
  // A dozen routes: one manifest next to the entry costs less than discovering each route on navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
