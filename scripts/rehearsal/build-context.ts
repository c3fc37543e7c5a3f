import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { run } from './run-program.ts';

/** Marker in every file that must not be part of an image. */
export const CANARY = 'not-for-any-image-6c1f0a';
/** Private files of a working copy. */
const PRIVATE = [
  '.git/canary',
  '.data/secrets.json',
  '.env',
  'deploy/.env',
  'node_modules/canary.js',
  'build/canary',
  'test-results/canary',
];

/** Parses a .dockerignore. Exceptions (`!`) are not supported. */
export function parseIgnoreFile(text: string): (file: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim().replaceAll(/^\/|\/$/g, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const exception = patterns.find((pattern) => pattern.startsWith('!'));
  if (exception !== undefined) throw new Error(`Exceptions are not supported: ${exception}`);
  return (file) => {
    const segments = file.split('/');
    const pathAndParents = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
    return pathAndParents.some((candidate) => patterns.some((pattern) => path.matchesGlob(candidate, pattern)));
  };
}

/** Creates a build context from tracked and untracked files, plus private files with the marker. */
export function createBuildContext(root: string, folder: string): void {
  const files = run('git', ['-C', root, 'ls-files', '-z', '-co', '--exclude-standard']).split('\0');
  for (const file of files.filter((name) => name !== ''))
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  for (const file of PRIVATE) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${CANARY}\n`);
  }
}
