import sharp from 'sharp';
import { expect, test } from 'vitest';

import { findImage } from '#server/images/queries.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { seedDemo } from './seed-demo.ts';

test('publishes the demo with its images even when no image can be re-encoded', async () => {
  const app = await createTestApp();
  await app.context.imageWorkers.close();
  await seedDemo(app);
  const pageResult = await createPublicServices(app.context).findPage('demo');
  if (pageResult.kind !== 'page') throw new Error('The demo is not on sale');
  const { productImage, logo } = pageResult.page.config;
  for (const address of [productImage, logo]) {
    const answer = await app.request(String(address));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    const sha256 = /[0-9a-f]{64}/.exec(String(address))?.[0] ?? '';
    expect(await findImage(app.context.db, sha256)).toMatchObject({ width, height });
  }
});
