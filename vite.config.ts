import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

import { buildIconModule, splitIconImports } from './app/icon-modules.ts';
import { SCREEN_CHUNKS } from './app/screen-chunks.ts';

/** Fails the build when server or sandbox code would be sent to browsers. */
const browserWall: Plugin = {
  name: 'browser-wall',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const leaked = Object.keys(chunk.modules).find((id) =>
        /^(?!.*node_modules).*\/(server|sandbox)\/[^?]*\.ts/.test(id.replace(import.meta.dirname, '')),
      );
      if (leaked) this.error(`${leaked} would be sent to browsers (in ${chunk.fileName})`);
    }
  },
};

/** Gives browsers the icons that a screen uses, in a smaller form than the library's. */
const icons: Plugin = {
  name: 'icons',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: { filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ }, handler: buildIconModule },
  transform: {
    filter: { id: /\/app\/.*\.tsx?$/, code: 'lucide-react' },
    order: 'pre',
    handler: splitIconImports,
  },
};

/** Puts the modules of signed-in screens into few chunks. */
const screenChunks: Plugin = {
  name: 'screen-chunks',
  applyToEnvironment: (environment) => environment.name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: (options) => ({ ...options, codeSplitting: SCREEN_CHUNKS }),
};

export default defineConfig({
  plugins: [reactRouter(), browserWall, icons, screenChunks],
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.*'] },
  build: { assetsInlineLimit: 0 },
  worker: { format: 'es' },
  // Bundled, so that only the few components and icons in use are loaded: all of them take half a second and 50 MB.
  ssr: { noExternal: [/^@react-email\//, 'lucide-react'] },
  environments: {
    ssr: { build: { rollupOptions: { input: './app/entry.app.tsx' } } },
  },
});
