import { expect, test } from './support/fixtures.ts';
import { createSeller, signIn } from './support/seller.ts';

const MAX_SCRIPTS = {
  '/builder': 15,
  '/pages': 10,
  '/orders': 10,
  '/customers': 10,
  '/analytics': 10,
  '/account': 10,
  '/subscription': 11,
};

test('loads the scripts of a signed-in screen in few files', async ({ app, page }) => {
  await signIn(page, await createSeller(app));
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  for (const [path, max] of Object.entries(MAX_SCRIPTS)) {
    scripts.clear();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(scripts.size, `${path}: ${[...scripts].join(' ')}`).toBeLessThanOrEqual(max);
  }
});
