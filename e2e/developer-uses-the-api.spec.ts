import { expect, test } from './journey.ts';

test('a developer reaches an example by keyboard, and the address of an error brings its explanation into view', async ({
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
