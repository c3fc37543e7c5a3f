import { expect, test } from 'vitest';

import { pastedFile } from './use-image-drop.ts';

const file = (name: string, type: string) => new File(['x'], name, { type });

test('takes the first pasted image, otherwise the first file so that it can be rejected', () => {
  expect(pastedFile([file('a.txt', 'text/plain'), file('b.png', 'image/png')])?.name).toBe('b.png');
  expect(pastedFile([file('a.txt', 'text/plain')])?.name).toBe('a.txt');
  expect(pastedFile([])).toBeNull();
});
