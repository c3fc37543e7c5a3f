import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { HOUR_MS } from '#domain/time-units.ts';

import {
  CheckoutVisitor,
  countElements,
  getFocusedField,
  isChecked,
  getReceiptLine,
  getFieldValue,
} from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText, type Page } from '../support/visitor.ts';

const app = createSharedApp();
const { countdown, availability } = createEmptyConfig();
const NO_TERMS = { requireTerms: false };

const MONTHLY_OR_YEARLY: Partial<CheckoutPageConfig> = {
  price: '29',
  paymentType: 'subscription',
  priceOptions: {
    baseName: '',
    others: [{ id: 'yearly', name: '', price: '290', paymentType: 'subscription', billingFrequency: 'yearly' }],
  },
};

const getTimeIn = (ms: number): string => new Date(app().context.now().getTime() + ms).toISOString();

/** Moves the clock that the app and the sandbox share. It only moves forward. */
async function moveClockTo(time: string): Promise<void> {
  app().sandbox?.clock.moveTo(new Date(time));
  await app().waitUntilIdle();
}

/** The totals in the pay button, one for each price option. The stylesheet shows the selected one. */
const listTotals = (page: Page): string[] =>
  [...page.document.querySelectorAll('button.co-pay [data-part=total]')].map((each) => each.textContent ?? '');

test('applies a coupon to every price option and charges the selected one', async () => {
  const { url, seller } = await createPublishedPage(app(), { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  expect(page.document.body.textContent).toContain('Save 16%');
  expect(listTotals(page)).toEqual(['$29 USD/month', '$290 USD/year']);
  const applied = await buyer.applyCoupon(page, 'QUARTER');
  expect(listTotals(applied)).toEqual(['$21.75 USD/month', '$217.50 USD/year']);
  const saved = [...applied.document.querySelectorAll('[data-part=saved] [data-at]')];
  expect(saved.map((each) => each.textContent)).toEqual([
    'Coupon applied! You saved $7.25',
    'Coupon applied! You saved $72.50',
  ]);
  const success = await buyer.payByCard(await buyer.pay(applied, { plan: 'yearly' }));
  expect(getReceiptLine(success, 'Paid')).toBe('$217.50 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 21_750, discount: 7250 }]);
});

test('preselects a price option from the URL, and keeps option and URL when the form is rejected', async () => {
  const { url } = await createPublishedPage(app(), { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?plan=yearly&utm_source=letter`);
  expect(isChecked(page, 'plan', 'yearly')).toBe(true);
  const wrongEmail = await buyer.pay(page, { email: 'nobody@nowhere', plan: 'base' });
  expect(getText(wrongEmail, '#email-problem')).toBe('Please check the email address.');
  expect(isChecked(wrongEmail, 'plan', 'base')).toBe(true);
  const rejected = await buyer.pay(page, { email: 'nobody@nowhere' });
  expect(isChecked(rejected, 'plan', 'yearly')).toBe(true);
  expect(rejected.url.searchParams.get('utm_source')).toBe('letter');
  expect(getText(await buyer.pay(rejected), 'button')).toBe('Pay $290.00');
});

test('rejects an amount below the minimum, then charges a valid amount', async () => {
  const payWhatYouWant = { enabled: true, minimum: '5', maximum: '', presets: ['10', '25'] };
  const { url } = await createPublishedPage(app(), {
    ...NO_TERMS,
    enableCoupon: false,
    validCoupons: [],
    price: '25',
    payWhatYouWant,
  });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  expect(isChecked(page, 'preset', '25')).toBe(true);
  expect(getText(await buyer.pay(page, { preset: '10' }), 'button')).toBe('Pay $10.00');
  const rejected = await buyer.pay(page, { preset: '', amount: '2' });
  expect(getText(rejected, '#amount-problem')).toBe('The minimum amount is $5.00.');
  expect([getFocusedField(rejected), getFieldValue(rejected, 'amount'), getFieldValue(rejected, 'email')]).toEqual([
    'amount',
    '2',
    buyer.email,
  ]);
  const success = await buyer.payByCard(await buyer.pay(rejected, { preset: '', amount: '12,50' }));
  expect(getReceiptLine(success, 'Paid')).toBe('$12.50 USD');
});

test('changes the price when the countdown ends, except for a buyer who is already paying', async () => {
  const endsAt = getTimeIn(HOUR_MS / 6);
  const { url } = await createPublishedPage(app(), {
    ...NO_TERMS,
    countdown: {
      ...countdown,
      enabled: true,
      endsAt,
      atEnd: 'price',
      priceAfter: '60',
      text: 'Half price, nearly',
      textAfter: 'The early price is over',
    },
  });
  const earlyBuyer = new CheckoutVisitor(app());
  const payPage = await earlyBuyer.openAndPay(url);
  const lateBuyer = new CheckoutVisitor(app());
  const before = await lateBuyer.open(url);
  expect(before.document.body.textContent).toContain('Half price, nearly');
  expect(before.document.querySelector('.co-when time')?.outerHTML).toContain(`="${endsAt}"`);
  await moveClockTo(endsAt);
  const after = await lateBuyer.pay(before);
  expect(getText(after, '.co-alert')).toContain('The price changed from $40.00 USD to $60.00 USD');
  expect(after.document.body.textContent).toContain('The early price is over');
  expect([listTotals(after), getFieldValue(after, 'email')]).toEqual([['$60 USD'], lateBuyer.email]);
  expect(getReceiptLine(await earlyBuyer.payByCard(payPage), 'Paid')).toBe('$40.00 USD');
});

test('reserves the last item for the buyer who is paying, then shows that it is sold out', async () => {
  const soldOutText = 'All gone. Ask for the next print.';
  const { url } = await createPublishedPage(app(), {
    ...NO_TERMS,
    availability: { ...availability, stock: 1, showStock: true, soldOutText },
  });
  const second = new CheckoutVisitor(app());
  const page = await second.open(url);
  expect(getText(page, '.co-left')).toBe('1 left');
  const first = new CheckoutVisitor(app());
  const payPage = await first.openAndPay(url);
  const reserved = await second.pay(page);
  expect(getText(reserved, '.co-alert')).toContain('in other buyers’ checkouts');
  expect(getFieldValue(reserved, 'email')).toBe(second.email);
  const third = await new CheckoutVisitor(app()).open(url);
  expect(getText(third, '.co-words')).toContain('in other buyers’ checkouts');
  expect(getReceiptLine(await first.payByCard(payPage), 'Paid')).toBe('$40.00 USD');
  expect(getText(await second.pay(reserved), '.co-words')).toContain(soldOutText);
});

test('opens a page at its opening time', async () => {
  const opensAt = getTimeIn(2 * HOUR_MS);
  const { url } = await createPublishedPage(app(), {
    ...NO_TERMS,
    availability: { ...availability, opensAt },
  });
  const buyer = new CheckoutVisitor(app());
  const earlyPage = await buyer.open(url);
  expect(getText(earlyPage, '.co-words')).toContain('This page isn’t open yet');
  expect(earlyPage.document.querySelector('time')?.outerHTML).toContain(`="${opensAt}"`);
  expect(countElements(earlyPage, 'meta[name=robots][content=noindex]')).toBe(1);
  await moveClockTo(opensAt);
  expect(listTotals(await buyer.follow(earlyPage, 'Check again'))).toEqual(['$40 USD']);
});
