import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

const statusOf = async (env: Record<string, string>, path: string): Promise<number> => {
  const app = await createTestApp({ env });
  const { status } = await app.fetch(new Request(new URL(path, app.context.config.appUrl)));
  await app.close();
  return status;
};

test('mounts the sandbox receiver on a local machine only', async () => {
  expect(await statusOf({}, '/sandbox/receiver')).toBe(200);
  expect(await statusOf({ APP_URL: 'https://shop.example.com' }, '/sandbox/receiver')).toBe(404);
  expect(await statusOf({ APP_URL: 'https://shop.example.com' }, '/sandbox/receiver/in/books')).toBe(404);
});
