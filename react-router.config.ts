import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR ?? 'build/by-hand',
  ssr: true,
  // All routes are known from the start: a link that appears while the network is away asks nobody.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
