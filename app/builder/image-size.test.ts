import { expect, test } from 'vitest';

import { sizeText } from './image-size.ts';

test('a file is told in whole kilobytes, a large one in megabytes', () => {
  expect([1, 1024, 41_900, 1_400_000].map(sizeText)).toEqual(['1 kB', '1 kB', '41 kB', '1.3 MB']);
});
