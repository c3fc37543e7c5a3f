import { readFileSync } from 'node:fs';
import path from 'node:path';

import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

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

const ICONS_FOLDER = path.join(import.meta.dirname, 'node_modules/lucide-react/dist/esm');

/** Path of each icon's module by the names that it is exported as. */
const iconModules = new Map(
  readFileSync(path.join(ICONS_FOLDER, 'lucide-react.mjs'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', file = ''] = /^export \{(.+)\} from '\.(\/icons\/.+)';/.exec(line) ?? [];
      return names.split(',').map((name) => [name.replace('default as', '').trim(), ICONS_FOLDER + file] as const);
    }),
);

/** Imports each icon from its own module, so that a screen loads only its icons. */
const iconImports: Plugin = {
  name: 'icon-imports',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /\/app\/.*\.tsx?$/, code: 'lucide-react' },
    order: 'pre',
    handler: (code) =>
      code.replaceAll(/import \{([^}]+)\} from 'lucide-react';/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => `import { default as ${name} } from '${iconModules.get(name)}';`)
          .join(''),
      ),
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
  plugins: [reactRouter(), browserWall, iconImports, screenChunks],
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.*'] },
  build: { assetsInlineLimit: 0 },
  worker: { format: 'es' },
  // Bundled, so that only the few components in use are loaded: all of them take half a second and 50 MB.
  ssr: { noExternal: ['@react-email/components', /^@react-email\//] },
  environments: {
    ssr: { build: { rollupOptions: { input: './app/entry.app.tsx' } } },
  },
});
