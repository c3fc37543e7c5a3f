import { expect, test } from 'vitest';

import { splitLinks } from './split-links.ts';

test('finds URLs without the punctuation after them', () => {
  expect(splitLinks('Join at https://forum.example/join?a=1. Bring (see http://clay.example/list) clay!')).toEqual([
    { text: 'Join at ', url: null },
    { text: 'https://forum.example/join?a=1', url: 'https://forum.example/join?a=1' },
    { text: '. Bring (see ', url: null },
    { text: 'http://clay.example/list', url: 'http://clay.example/list' },
    { text: ') clay!', url: null },
  ]);
});

test.for(['javascript:alert(1)', 'https://user:secret@evil.example', 'www.example.com', 'https://', ''])(
  'makes no link of %j',
  (text) => {
    const parts = splitLinks(text);
    expect(parts.every(({ url }) => url === null)).toBe(true);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  },
);
