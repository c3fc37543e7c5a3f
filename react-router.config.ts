import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR ?? 'build/by-hand',
  ssr: true,
  // All routes are known from the start: links work offline without a request for the route manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
