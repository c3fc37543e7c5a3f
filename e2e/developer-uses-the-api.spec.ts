import { expect, test } from './journey.ts';

test('a developer reads where to begin and the reference: no script, no line too wide, every anchor leads somewhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/developers');
  await expect(page.getByRole('heading', { level: 1, name: 'For developers' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'API reference' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const astray = await page.evaluate(() =>
    [...document.querySelectorAll('main a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !document.getElementById(href.slice(1))),
  );
  expect(astray).toEqual([]);
  const code = page.getByLabel('Example of Order', { exact: true });
  await code.focus();
  await expect(code).toBeFocused();
  const refusal = await page.request.get('/api/v1/orders');
  const { error } = (await refusal.json()) as { error: { docs: string; code: string } };
  await page.goto(error.docs);
  await expect(page.locator(`[id="error-${error.code}"]`)).toBeInViewport();
});
