import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

const statusOf = async (env: Record<string, string>, path: string): Promise<number> => {
  const shop = await openShop({ env });
  const { status } = await shop.fetch(new Request(new URL(path, shop.context.config.appUrl)));
  await shop.close();
  return status;
};

test('mounts the sandbox receiver on a local machine only', async () => {
  expect(await statusOf({}, '/sandbox/receiver')).toBe(200);
  expect(await statusOf({ APP_URL: 'https://shop.example.com' }, '/sandbox/receiver')).toBe(404);
  expect(await statusOf({ APP_URL: 'https://shop.example.com' }, '/sandbox/receiver/in/books')).toBe(404);
});
