import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { createConnectedSeller, createPageConfig, signIn } from './support/seller.ts';

type Scripts = { requests: number; kilobytes: number };

/** What a screen may load on a first visit with a valid session, in compressed bytes. */
const BUILDER: Scripts = { requests: 15, kilobytes: 220 };
const OTHER_SCREENS: Scripts = { requests: 10, kilobytes: 150 };

async function measureScripts(page: Page, path: string): Promise<Scripts> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { requests: sizes.length, kilobytes: bytes / 1000 };
}

test('signed-in screens load few and small scripts on a first visit', async ({ app, openContextPage }) => {
  test.setTimeout(240_000);
  const seller = await createConnectedSeller(app);
  const { pageId } = await seller.call('save-draft', { config: createPageConfig() });
  const budgets = {
    [`/builder?page=${pageId}`]: BUILDER,
    '/pages': OTHER_SCREENS,
    '/orders': OTHER_SCREENS,
    '/customers': OTHER_SCREENS,
    '/analytics': OTHER_SCREENS,
    '/domains': OTHER_SCREENS,
    '/integrations': OTHER_SCREENS,
    '/subscription': OTHER_SCREENS,
    '/account': OTHER_SCREENS,
  };
  for (const [path, budget] of Object.entries(budgets)) {
    const page = await openContextPage();
    await signIn(page, seller);
    const { requests, kilobytes } = await measureScripts(page, path);
    expect.soft(requests, `${path}: requests`).toBeLessThanOrEqual(budget.requests);
    expect.soft(kilobytes, `${path}: kB`).toBeLessThanOrEqual(budget.kilobytes);
    await page.context().close();
  }
});
