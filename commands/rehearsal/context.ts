import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { run } from './run.ts';

/** Stands in every file that must not come into an image. */
export const CANARY = 'not-for-any-image-6c1f0a';
/** What lies about where people work, and is nobody's business. */
const PRIVATE = [
  '.git/canary',
  '.data/secrets.json',
  '.env',
  'deploy/.env',
  'node_modules/canary.js',
  'build/canary',
  'test-results/canary',
];

/** The patterns of a .dockerignore. Exceptions (`!`) are refused: nothing of ours needs them. */
export function ignoredBy(text: string): (file: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim().replaceAll(/^\/|\/$/g, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const exception = patterns.find((pattern) => pattern.startsWith('!'));
  if (exception !== undefined) throw new Error(`Exceptions are not carried out here: ${exception}`);
  return (file) => {
    const words = file.split('/');
    const selfAndAbove = words.map((_, index) => words.slice(0, index + 1).join('/'));
    return selfAndAbove.some((place) => patterns.some((pattern) => path.matchesGlob(place, pattern)));
  };
}

/** The folder as somebody would build it from: what git knows or would, and beside it what must stay outside. */
export function layOutContext(root: string, folder: string): void {
  const files = run('git', ['-C', root, 'ls-files', '-z', '-co', '--exclude-standard']).split('\0');
  for (const file of files.filter((name) => name !== ''))
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  for (const file of PRIVATE) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${CANARY}\n`);
  }
}
