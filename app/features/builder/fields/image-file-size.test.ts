import { expect, test } from 'vitest';

import { formatFileSize } from './image-field.tsx';

test('formats sizes in whole kilobytes, large ones in megabytes', () => {
  expect([1, 1024, 41_900, 1_400_000].map(formatFileSize)).toEqual(['1 kB', '1 kB', '41 kB', '1.3 MB']);
});
