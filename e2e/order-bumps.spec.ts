import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { createBuyer, payByCard, payButton, receiptLine } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { LAYOUTS } from './support/layout-pages.ts';
import { createPublishedPage } from './support/seller.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

const team = { id: 'team', name: 'Team', price: '90', paymentType: 'one-time', billingFrequency: 'monthly' } as const;

/** A course for $40, or for a team for $90; the audiobook is for single buyers only. */
const PAGE: Partial<CheckoutPageConfig> = {
  requireTerms: false,
  priceOptions: { baseName: 'Single', others: [team] },
  ...withBumps(
    createBump('workbook', '19', { title: 'Workbook', text: 'Sixty pages of exercises.', regularPrice: '29' }),
    createBump('audio', '9', { title: 'Audiobook', offeredWith: ['base'] }),
  ),
};

for (const script of [true, false])
  test(
    `${script ? 'with' : 'without'} script, an extra changes the total, survives a canceled payment and has its own line`,
    { tag: script ? [] : '@core' },
    async ({ openContextPage, app }) => {
      test.setTimeout(180_000);
      const { url, seller } = await createPublishedPage(app, PAGE);
      const page = await openContextPage({ javaScriptEnabled: script });
      const buyer = createBuyer(page);
      const [workbook, audio] = [page.getByLabel('Workbook'), page.getByLabel('Audiobook')];
      const expectTotal = (text: string) =>
        expect(buyer.pay).toHaveText(`Get the course · ${text}`, { useInnerText: true });
      await page.goto(url);
      await expect(workbook).not.toBeChecked();
      await expectTotal('$40.00 USD');
      await workbook.check();
      await audio.check();
      await expectTotal('$68.00 USD');
      await page.getByRole('radio', { name: 'Team' }).check();
      await expect(audio).toBeHidden();
      await expectTotal('$109.00 USD');
      await page.getByRole('radio', { name: 'Single' }).check();
      await audio.uncheck();
      await buyer.applyCoupon('QUARTER');
      await expectTotal('$49.00 USD');
      await buyer.fillForm();
      await buyer.pay.click();
      await expect(payButton(page)).toHaveText('Pay $49.00');

      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page.getByText('Your payment wasn’t completed. You haven’t been charged.')).toBeVisible();
      await expect(workbook).toBeChecked();
      await expect(audio).not.toBeChecked();
      await expectTotal('$49.00 USD');
      await buyer.fillForm();
      await buyer.pay.click();
      await payByCard(page);
      await expect(receiptLine(page, 'Workbook')).toHaveText('$19.00');
      await expect(receiptLine(page, 'Paid')).toHaveText('$49.00 USD');
      const { orders } = await seller.call('list-orders', {});
      expect(orders).toMatchObject([{ total: 4900, discount: 1000 }]);
    },
  );

test('a link from a canceled payment checks no extra for another visitor', async ({ openContextPage, app }) => {
  const { url } = await createPublishedPage(app, PAGE);
  const page = await openContextPage({ javaScriptEnabled: false });
  await page.goto(`${url}?bump=workbook&bumps=workbook&canceled=true&attempt=${crypto.randomUUID()}`);
  await expect(page.getByLabel('Workbook')).not.toBeChecked();
});

test('the script announces the total, and every layout fits and is accessible', async ({ page, app }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const { url } = await createPublishedPage(app, { ...PAGE, layout });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 2000 });
      await page.goto(url);
      await page.getByLabel('Workbook').check();
      await expect(page.locator('[data-part=announced-total]')).toHaveText('$59.00 USD');
      await expectNoOverflow(page, `${layout} at ${width}`);
      await expectAccessible(page, `${layout} at ${width}`);
    }
  }
});
