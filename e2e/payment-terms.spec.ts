import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createBuyer, payButton, payByCard, receiptLine } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { LAYOUTS } from './support/layout-pages.ts';
import { orderRow, waitForOrder } from './support/provider-dashboard.ts';
import { openPurchases } from './support/purchases-page.ts';
import { createPublishedPage, signIn } from './support/seller.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

const PLAN = {
  id: 'plan',
  name: 'Three payments',
  price: '105',
  paymentType: 'payment-plan',
  billingFrequency: 'monthly',
} as const;
const CLUB = {
  id: 'club',
  name: 'Club',
  price: '29',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
  paymentTerms: { ...createPaymentTerms(), setupFee: '99', trialDays: 14 },
} as const;

/** $300 at once, three payments of $105, or a club with a setup fee and a free trial. */
const PAGE: Partial<CheckoutPageConfig> = {
  productName: 'Kiln Club',
  price: '300',
  paymentType: 'one-time',
  requireTerms: false,
  priceOptions: { baseName: 'At once', others: [PLAN, CLUB] },
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

test('a buyer without script starts a free trial with a card, and a second time pays at once', async ({
  openContextPage,
  app,
}) => {
  const { url, seller } = await createPublishedPage(app, {
    productName: 'Kiln Club',
    price: '29',
    paymentType: 'subscription',
    paymentTerms: { ...createPaymentTerms(), trialDays: 14 },
    requireTerms: false,
  });
  const buyer = createBuyer(await openContextPage({ javaScriptEnabled: false }));
  const { page } = buyer;
  await buyer.startCheckout(url);
  await expect(payButton(page)).toHaveText('Start trial');
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$0.00 USD');
  await expect(page.getByText(/^Your free trial ends on .+\. You’ll be charged \$29\.00 USD then\./)).toBeVisible();
  await waitForOrder(seller, { state: 'paid', total: 0, subscription: { state: 'trialing', amount: 2900 } });

  await buyer.startCheckout(url);
  await expect(buyer.pageMessage('You’ve already had a free trial of this.')).toContainText('it’s $29.00 USD/month.');
  await expect(page.getByText('14 days free')).toBeHidden();
  await buyer.pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$29.00 USD');
});

for (const script of [true, false])
  test(`a buyer ${script ? 'with' : 'without'} script pays the first of three payments, and buyer and seller see what follows`, async ({
    page: sellerPage,
    openContextPage,
    app,
  }) => {
    const { url, seller } = await createPublishedPage(app, PAGE);
    const buyer = createBuyer(await openContextPage({ javaScriptEnabled: script }));
    const { page } = buyer;
    await buyer.startCheckout(`${url}?priceOption=plan`);
    await expect(payButton(page)).toHaveText('Pay $105.00');
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$105.00 USD');
    await waitForOrder(seller, {
      paymentPlan: { count: 3, paid: 1, state: 'running' },
      subscription: { state: 'active', installments: 3 },
    });
    await page.reload();
    await expect(page.getByText(/^Your next payment of \$105\.00 USD is on .+ \(2 of 3\)\./)).toBeVisible();

    await openPurchases(buyer, app);
    await expect(page.getByText(/^1 of 3 payments made\. The next payment of \$105\.00 USD is due on /)).toBeVisible();
    await page.getByRole('link', { name: /^Receipt 1/ }).click();
    await expect(page.getByText(`Payment terms when you ordered: ${PLAN_TERMS}`)).toBeVisible();

    await signIn(sellerPage, seller);
    await sellerPage.goto('/orders');
    await expect(orderRow(sellerPage, buyer.emailAddress)).toContainText('1 of 3 paid');
  });

const LONG_TOTALS = [
  { ...PLAN, price: '41666.66', paymentTerms: { ...createPaymentTerms(), installments: 24 } },
  {
    ...CLUB,
    price: '499999.99',
    paymentTerms: { ...createPaymentTerms(), setupFee: '499999.99', trialDays: 730 },
  },
];

test('every layout fits the longest totals and is accessible', async ({ page, app }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const priceOptions = { baseName: 'At once', others: LONG_TOTALS };
    const { url } = await createPublishedPage(app, { ...PAGE, price: '999999.99', priceOptions, layout });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 2000 });
      await page.goto(`${url}?priceOption=plan`);
      await expect(page.getByText('24 monthly payments of $41666.66 USD, $999999.84 USD in all.')).toBeVisible();
      await expectNoOverflow(page, `${layout} at ${width} with a payment plan`);
      await page.goto(`${url}?priceOption=club`);
      await expect(page.getByText('730 days free. Then $499999.99 USD/month until you cancel.')).toBeVisible();
      await expectNoOverflow(page, `${layout} at ${width} with a free trial`);
      await expectAccessible(page, `${layout} at ${width}`);
    }
  }
});
