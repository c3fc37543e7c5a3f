import { expect, test } from 'vitest';

import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

test('lists each publication newest first with its changes', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ price: '49' }, 'taller');
  await seller.publishPage({ price: '59', requireTerms: true }, 'taller');
  await seller.publishPage({ price: '59', requireTerms: true }, 'taller');
  const { body } = await seller.rpc('list-versions', { pageId });
  expect(body.versions.map(({ number, changes }) => [number, changes])).toEqual([
    [3, []],
    [2, ['Price: 49 → 59 USD', 'Terms now required']],
    [1, ['First publication']],
  ]);
  for (const { createdAt } of body.versions) expect(new Date(createdAt).toISOString()).toBe(createdAt);
});

test('lists no versions of a page that was never published', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { body } = await seller.rpc('save-draft', { config: sellableConfig() });
  expect(await seller.rpc('list-versions', { pageId: body.pageId })).toEqual({
    status: 200,
    body: { versions: [] },
  });
});

test('reads any version and restores it into the draft while buyers still see the last one', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ price: '49' }, 'taller');
  const { revision } = await seller.publishPage({ price: '59' }, 'taller');
  const { body: old } = await seller.rpc('get-version', { pageId, number: 1 });
  expect(old).toEqual({ number: 1, config: sellableConfig({ price: '49', customSlug: 'taller' }) });
  await seller.rpc('save-draft', { config: old.config, pageId, baseRevision: revision });
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({
    state: 'changed',
    config: { price: '49' },
    published: { price: '59' },
  });
  expect((await seller.rpc('get-version', { pageId, number: 3 })).status).toBe(404);
});
