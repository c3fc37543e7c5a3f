import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Private words that no identifier, file name or comment uses. `docs/style.md` has the standard terms. */
const REFUSED = new Set(
  (
    'whoever nobody somebody anew told tell tells knock knocks door doors wish wishes truth truths desk desks ' +
    'workshop brake brakes crowd crowds patience vouch vouches vouched heed heeds rung'
  ).split(' '),
);

/** Ordinary English in a sentence, but no names for data, code or the user interface. */
const REFUSED_NAMES = new Set(
  'leaf leaves news books held asked away road roads world kept figures ring till'.split(' '),
);

/** Identifiers that use such a word, by the reason why they stay. */
const EXCEPTIONS: Record<string, string[]> = {
  'error codes, fields and values of the API and of exported files': [
    'all_held',
    'plan_held',
    'held',
    'figures',
    'asked',
    'refund_asked',
    'kept',
    'keptBy',
  ],
  'names of Node and of the operating system': ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NOBODY_UID'],
  'options of the command line': ['news'],
  'usual English': ['FREQUENTLY_ASKED_QUESTIONS'],
};
const ALLOWED = new Set(Object.values(EXCEPTIONS).flat());

const CODE_FOLDERS = ['app', 'cli', 'content', 'domain', 'e2e', 'packages', 'qa', 'sandbox', 'scripts', 'server'];

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const isRefusedName = (name: string): boolean =>
  !ALLOWED.has(name) && wordsOf(name).some((word) => REFUSED.has(word) || REFUSED_NAMES.has(word));

function listIdentifiers(node: unknown, names: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const child of node) listIdentifiers(child, names);
  else if (typeof node === 'object' && node !== null) {
    const { type, name } = node as { type?: unknown; name?: unknown };
    if (typeof name === 'string' && /^(Private|JSX)?Identifier$/.test(String(type))) names.add(name);
    for (const child of Object.values(node)) listIdentifiers(child, names);
  }
  return names;
}

const files = execFileSync('git', ['ls-files', ...CODE_FOLDERS, 'qa'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\/generated\//.test(file) && file !== 'scripts/checks/words.test.ts',
  );

test('uses no private words in identifiers, comments and file names', () => {
  const found: string[] = [];
  for (const file of files) {
    const { program, comments } = parseSync(file, readFileSync(file, 'utf8'));
    if (wordsOf(path.basename(file)).some((word) => REFUSED.has(word))) found.push(`${file}: the file's name`);
    for (const comment of comments)
      for (const word of comment.value.toLowerCase().match(/[a-z]+/g) ?? [])
        if (REFUSED.has(word)) found.push(`${file}: "${word}" in a comment`);
    for (const name of listIdentifiers(program, new Set())) if (isRefusedName(name)) found.push(`${file}: ${name}`);
  }
  expect(found).toEqual([]);
});

test('lists no exception without a use', () => {
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect([...ALLOWED].filter((name) => !sources.includes(name))).toEqual([]);
});
