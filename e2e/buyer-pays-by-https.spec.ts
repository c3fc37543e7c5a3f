import { payByCard, receiptLine } from './buyer.ts';
import { expect, testBehindTls as test } from './journey.ts';

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script';

  test(`the forms of a page work behind a proxy that ends TLS, ${how}`, async ({ guest, shop }) => {
    const page = await guest({ javaScriptEnabled, ignoreHTTPSErrors: true });
    const answer = await page.goto(`${shop.url}/c/demo`);
    expect(answer?.headers()['strict-transport-security']).toContain('max-age=');
    await page.getByLabel('Coupon code').fill('EARLY20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Coupon applied! You saved $17.80')).toBeVisible();
    await page.getByLabel('Email').fill('buyer@example.com');
    await page.getByLabel('I accept the').check();
    await page.locator('button.co-pay').click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$71.20 USD');
    expect(new URL(page.url()).origin).toBe(shop.url);
  });
}
