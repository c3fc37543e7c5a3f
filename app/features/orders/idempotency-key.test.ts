import { expect, test } from 'vitest';
import { z } from 'zod';

import { createIdempotencyKey } from './refund-dialog.tsx';

test('creates a different UUID each time', () => {
  const tokens = Array.from({ length: 200 }, createIdempotencyKey);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect(z.uuidv4().safeParse(token).success).toBe(true);
});
