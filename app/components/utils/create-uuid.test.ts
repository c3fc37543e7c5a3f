import { expect, test } from 'vitest';
import { z } from 'zod';

import { createUuid } from './create-uuid.ts';

test('creates a different UUID each time', () => {
  const tokens = Array.from({ length: 200 }, createUuid);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect(z.uuidv4().safeParse(token).success).toBe(true);
});
