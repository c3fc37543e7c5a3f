import { expect, test } from 'vitest';

import { pastedFile } from './use-image-drop.ts';

const file = (name: string, type: string) => new File(['x'], name, { type });

test('of what is pasted the picture is taken, else the first file, so that it is refused in words', () => {
  expect(pastedFile([file('a.txt', 'text/plain'), file('b.png', 'image/png')])?.name).toBe('b.png');
  expect(pastedFile([file('a.txt', 'text/plain')])?.name).toBe('a.txt');
  expect(pastedFile([])).toBeNull();
});
