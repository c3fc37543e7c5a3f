import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** What turns text into something that is obeyed. */
const CALLS: Record<string, RegExp> = {
  code: /\beval\(|new Function\(|'node:vm'|set(?:Timeout|Interval)\(['"`]/,
  pattern: /\bRegExp\(/,
  process: /'(?:node:)?(?:child_process|cluster)'/,
};

/** Each of them of constants: a program of ours with fixed arguments; kinds, labels and currencies of ours. */
const EXPECTED: Record<string, string[]> = {
  'app/orders/paper-text.ts': ['pattern'],
  'domain/visit-browser.ts': ['pattern'],
  'sandbox/door.ts': ['pattern'],
  'sandbox/pages/payments.ts': ['pattern'],
  'server/api/api-key-text.ts': ['pattern'],
  'server/hosts/host-name.ts': ['pattern'],
  'server/media/image-worker.ts': ['process'],
};

test('no text of others becomes code, a pattern or a command', () => {
  const found: Record<string, string[]> = {};
  for (const room of ['app', 'content', 'domain', 'public', 'sandbox', 'server']) {
    for (const name of readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|js)$/.test(name) || /\.test\.tsx?$|testing/.test(name)) continue;
      const source = readFileSync(path.join(ROOT, room, name), 'utf8');
      const calls = Object.keys(CALLS).filter((call) => CALLS[call]?.test(source));
      if (calls.length > 0) found[`${room}/${name}`] = calls;
    }
  }
  expect(found).toEqual(EXPECTED);
});
