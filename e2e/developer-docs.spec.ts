import { expect, test } from './support/fixtures.ts';

test('an API example can be reached by keyboard, and the URL of an error scrolls to its explanation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/developers/api');
  const code = page.getByLabel('Example of Order', { exact: true });
  await code.focus();
  await expect(code).toBeFocused();
  await page.goto('/developers#error-unauthorized');
  await expect(page.locator('[id="error-unauthorized"]')).toBeInViewport();
});
