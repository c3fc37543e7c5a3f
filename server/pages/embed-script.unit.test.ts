import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { EMBED_SCRIPT_PATH } from '#domain/embedding.ts';

const readScript = (url: string) => readFileSync(path.join(import.meta.dirname, '../../public', url));

test('never changes the first version of the embed script, because sites contain its hash', () => {
  const hash = createHash('sha384').update(readScript('/embed/v1.js')).digest('base64');
  expect(hash).toBe('FAPxq9wqDxjHLbuvYnTNtIlmcfcrzfZOsnGpmK7Bis3ZW1G3AyPkwRUDLyiwtAP+');
});

test('limits the size of the embed script', () => {
  expect(readScript(EMBED_SCRIPT_PATH).byteLength).toBeLessThan(13_000);
});
