import { expect, test } from 'vitest';

import { findPastedFile } from './image-field.tsx';

const file = (name: string, type: string) => new File(['x'], name, { type });

test('takes the first pasted image, otherwise the first file so that it can be rejected', () => {
  expect(findPastedFile([file('a.txt', 'text/plain'), file('b.png', 'image/png')])?.name).toBe('b.png');
  expect(findPastedFile([file('a.txt', 'text/plain')])?.name).toBe('a.txt');
  expect(findPastedFile([])).toBeNull();
});
