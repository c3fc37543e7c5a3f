import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createBuyer } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { LAYOUTS } from './support/layout-pages.ts';
import { createPublishedPage } from './support/seller.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

const OPTION = { billingFrequency: 'monthly' } as const;

/** $300 at once, three payments of $105, or a club with a setup fee and a free trial. */
const PAGE: Partial<CheckoutPageConfig> = {
  productName: 'Kiln Club',
  price: '300',
  paymentType: 'one-time',
  requireTerms: false,
  priceOptions: {
    baseName: 'At once',
    others: [
      { ...OPTION, id: 'plan', name: 'Three payments', price: '105', paymentType: 'payment-plan' },
      {
        ...OPTION,
        id: 'club',
        name: 'Club',
        price: '29',
        paymentType: 'subscription',
        paymentTerms: { ...createPaymentTerms(), setupFee: '99', trialDays: 14 },
      },
    ],
  },
};

const PLAN_TERMS = '3 monthly payments of $105.00 USD, $315.00 USD in all. The first is due today.';
const CLUB_TERMS =
  '14 days free. Then $29.00 USD/month until you cancel. A one-time setup fee of $99.00 USD is due today.';

for (const script of [true, false])
  test(`${script ? 'with' : 'without'} script, a buyer reads the terms of the chosen price`, async ({
    openContextPage,
    app,
  }) => {
    const { url } = await createPublishedPage(app, PAGE);
    const page = await openContextPage({ javaScriptEnabled: script });
    const buyer = createBuyer(page);
    const expectTotal = (text: string) =>
      expect(buyer.pay).toHaveText(`Get the course · ${text}`, { useInnerText: true });
    const dueToday = page.locator('.co-summary > :last-child');
    await page.goto(url);
    await expectTotal('$300.00 USD');
    await expect(page.getByText(PLAN_TERMS)).toBeHidden();
    await page.getByRole('radio', { name: 'Three payments' }).check();
    await expect(page.getByText(PLAN_TERMS)).toBeVisible();
    await expectTotal('$105.00 USD today');
    await page.getByRole('radio', { name: 'Club' }).check();
    await expect(page.getByText(CLUB_TERMS)).toBeVisible();
    await expect(page.getByText(PLAN_TERMS)).toBeHidden();
    await expectTotal('$99.00 USD today');
    await expect(dueToday).toHaveText(/^\s*Due today\s*\$99\.00 USD\s*$/, { useInnerText: true });
    await buyer.applyCoupon('QUARTER');
    await expect(page.getByText('Then $21.75 USD/month until you cancel.')).toBeVisible();
    await expectTotal('$99.00 USD today');
  });

test('every layout fits and is accessible', async ({ page, app }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const { url } = await createPublishedPage(app, { ...PAGE, layout });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 2000 });
      await page.goto(`${url}?priceOption=club`);
      await expect(page.getByText(CLUB_TERMS)).toBeVisible();
      await expectNoOverflow(page, `${layout} at ${width}`);
      await expectAccessible(page, `${layout} at ${width}`);
    }
  }
});
