import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createBuyer, payByCard, payButton } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { LAYOUTS } from './support/layout-pages.ts';
import { createPublishedPage } from './support/seller.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

/** Seats for $20, from ten on for $18. */
const PAGE: Partial<CheckoutPageConfig> = {
  productName: 'Workshop seat',
  price: '20',
  requireTerms: false,
  quantity: {
    enabled: true,
    minimum: 1,
    maximum: 20,
    singular: 'seat',
    plural: 'seats',
    tiers: [{ from: 10, price: '18', optionPrices: {} }],
  },
};

for (const script of [true, false])
  test(
    `${script ? 'with' : 'without'} script, a buyer sees the total of a quantity before paying for it`,
    { tag: script ? [] : '@core' },
    async ({ openContextPage, app }) => {
      test.setTimeout(180_000);
      const { url, seller } = await createPublishedPage(app, PAGE);
      const page = await openContextPage({ javaScriptEnabled: script });
      const buyer = createBuyer(page);
      const quantity = page.getByLabel('How many seats?');
      const expectTotal = (text: string) =>
        expect(buyer.pay).toHaveText(`Get the course · ${text}`, { useInnerText: true });
      await page.goto(`${url}?quantity=99`);
      await expect(quantity).toHaveValue('20');
      await expectTotal('$360.00 USD');
      await buyer.fillForm();
      await quantity.fill('5');
      if (script) await expectTotal('$100.00 USD');
      await buyer.pay.click();
      if (!script) {
        await expect(page.getByText('5 × $20.00 = $100.00. Submit again to pay.')).toBeVisible();
        await expect(buyer.email).toHaveValue(buyer.emailAddress);
        await expectTotal('$100.00 USD');
        await buyer.pay.click();
      }
      await expect(payButton(page)).toHaveText('Pay $100.00');

      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page.getByText('Your payment wasn’t completed. You haven’t been charged.')).toBeVisible();
      await expect(quantity).toHaveValue('5');
      await buyer.fillForm();
      await page.getByRole('button', { name: 'One more' }).click();
      await expect(quantity).toHaveValue('6');
      await expectTotal('$120.00 USD');
      await buyer.applyCoupon('QUARTER');
      await expectTotal('$90.00 USD');
      await expect(quantity).toHaveValue('6');
      await expect(buyer.email).toHaveValue(buyer.emailAddress);
      await buyer.pay.click();
      await payByCard(page);
      await expect(page.getByText('6 × Workshop seat')).toBeVisible();
      const { orders } = await seller.call('list-orders', {});
      expect(orders).toMatchObject([{ total: 9000, discount: 3000 }]);
    },
  );

test('every layout fits and is accessible, also with an error', async ({ page, app }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const { url } = await createPublishedPage(app, { ...PAGE, layout });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 2000 });
      await page.goto(`${url}?quantity=12`);
      await expect(page.getByText('12 × Workshop seat')).toBeVisible();
      await page.getByLabel('How many seats?').fill('21');
      await page.locator('button.co-pay').click();
      await expect(page.getByText('Enter a quantity from 1 to 20.')).toBeVisible();
      await expectNoOverflow(page, `${layout} at ${width}`);
      await expectAccessible(page, `${layout} at ${width}`);
    }
  }
});
