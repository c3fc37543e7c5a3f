import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { ignoredBy } from './rehearsal/context.ts';

/** Files of ours that a file names in imports or paths. */
function namedIn(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(
    /['"](?:#|(\.{1,2}\/))([\w./-]+\.(?:tsx?|m?js))['"]/g,
  );
  return [...specifiers].map(([, relative, name = '']) =>
    relative ? path.join(path.dirname(file), relative, name) : name,
  );
}

test('excludes tests and benchmarks from the image, and references none of them', () => {
  const isIgnored = ignoredBy(readFileSync('deploy/Dockerfile.dockerignore', 'utf8'));
  const rooms = ['app', 'cli', 'commands', 'content', 'deploy', 'domain', 'public', 'sandbox', 'server'];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const sources = ['.', ...rooms].flatMap((room) =>
    readdirSync(room, { recursive: room !== '.', encoding: 'utf8' })
      .map((name) => path.join(room, name))
      .filter((name) => /\.(tsx?|m?js)$/.test(name) && !name.endsWith('.d.mts')),
  );
  const kept = sources.filter((name) => !isIgnored(name));
  for (const room of ['bench', 'chaos', 'e2e', 'qa', 'scripts', 'docs'])
    expect([room, isIgnored(room)]).toEqual([room, true]);
  expect(kept.filter((name) => /\.test\.|testing|rehears(e|al)\//.test(name))).toEqual([]);
  const asked = new Map(kept.flatMap((name) => namedIn(name).map((other) => [other, name])));
  expect(asked.size).toBeGreaterThan(1000);
  expect([...asked].filter(([other]) => isIgnored(other))).toEqual([]);
  // Commands of the operator are included.
  const typed = Object.values(scripts).flatMap((text) => text.match(/^exec node (commands\/\S+)/)?.[1] ?? []);
  const here = ['commands/rehearse-image.ts'];
  expect(typed.filter((name) => isIgnored(name) && !here.includes(name))).toEqual([]);
});
