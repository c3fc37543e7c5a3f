import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { EMBED_SCRIPT } from '#domain/embedding.ts';

test('matches the published hash of the embed script: a change needs a v2.js', () => {
  const script = readFileSync(path.join(import.meta.dirname, '../../public', EMBED_SCRIPT.path));
  const hash = createHash('sha384').update(script).digest('base64');
  expect(`sha384-${hash}`).toBe(EMBED_SCRIPT.integrity);
  expect(script.byteLength).toBeLessThan(10_000);
});
