import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

/** The patterns of a .dockerignore, which has no exceptions (`!`), as a test of a path. */
function parseIgnoreFile(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return (file) => {
    const segments = file.split('/');
    const pathAndParents = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
    return pathAndParents.some((candidate) => patterns.some((pattern) => path.matchesGlob(candidate, pattern)));
  };
}

/** Files of ours that a file names in imports or paths. */
function namedIn(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/['"](?:#|(\.{1,2}\/))([\w./-]+\.(?:tsx?|m?js))['"]/g);
  return [...specifiers].map(([, relative, name = '']) =>
    relative ? path.join(path.dirname(file), relative, name) : name,
  );
}

test('excludes tests and benchmarks from the image, and references none of them', () => {
  const isIgnored = parseIgnoreFile(readFileSync('deploy/Dockerfile.dockerignore', 'utf8'));
  const folders = ['app', 'cli', 'content', 'deploy', 'domain', 'public', 'sandbox', 'server'];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const sources = ['.', ...folders].flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.(tsx?|m?js)$/.test(name) && !name.endsWith('.d.mts')),
  );
  const included = sources.filter((name) => !isIgnored(name));
  for (const folder of ['e2e', 'qa', 'scripts', 'docs']) expect([folder, isIgnored(folder)]).toEqual([folder, true]);
  expect(included.filter((name) => /\.test\.|(^|\/)testing\//.test(name))).toEqual([]);
  const importedBy = new Map(included.flatMap((name) => namedIn(name).map((imported) => [imported, name])));
  expect(importedBy.size).toBeGreaterThan(700);
  expect([...importedBy].filter(([imported]) => isIgnored(imported))).toEqual([]);
  // Commands of the operator are included.
  const operatorScripts = Object.values(scripts).flatMap(
    (text) => text.match(/^exec node (server\/ops\/commands\/\S+)/)?.[1] ?? [],
  );
  expect(operatorScripts.filter(isIgnored)).toEqual([]);
});
