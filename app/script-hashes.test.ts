import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { replaceNonceWithHashes } from './script-hashes.ts';

const createHashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('lists only scripts with the nonce, and removes the nonce from the document', () => {
  const html =
    '<p>a</p><script nonce="m1">ours()</script><script>fetch("/theirs")</script><script nonce="x">theirs()</script><script nonce="m1" src="/a.js"></script><link nonce="m1">';
  expect(replaceNonceWithHashes(html, 'm1')).toEqual({
    html: '<p>a</p><script>ours()</script><script>fetch("/theirs")</script><script nonce="x">theirs()</script><script src="/a.js"></script><link>',
    sources: [createHashSource('ours()')],
  });
});

test('ignores the nonce inside the text of a script', () => {
  const html = '<script>"<script nonce=\\"m1\\">"</script>';
  expect(replaceNonceWithHashes(html, 'm1').sources).toEqual([]);
});
