import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  buildDirectory: 'dist/build',
  // A dozen routes: one manifest file beside the entry costs less than asking for each route on the way.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
