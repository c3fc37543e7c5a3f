import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { pageOnSale } from '../seller.ts';
import { CheckoutVisitor, countOf, focusOf, isChecked, receiptLine, valueOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, type Page } from './visitor.ts';

const app = sharedApp();
const { countdown, availability } = emptyConfig();
const NO_TERMS = { requireTerms: false };
const HOUR_MS = 3_600_000;

const MONTHLY_OR_YEARLY: Partial<CheckoutPageConfig> = {
  price: '29',
  paymentType: 'subscription',
  priceOptions: {
    baseName: '',
    others: [
      { id: 'yearly', name: '', price: '290', paymentType: 'subscription', billingFrequency: 'yearly' },
    ],
  },
};

const inMs = (ms: number): string => new Date(app().context.now().getTime() + ms).toISOString();

/** Moves the clock that the app and the sandbox share. It only moves forward. */
async function moveClockTo(time: string): Promise<void> {
  app().sandbox?.clock.moveTo(new Date(time));
  await app().settled();
}

/** The totals in the pay button, one for each price option. The stylesheet shows the selected one. */
const totalsOf = (page: Page): string[] =>
  [...page.document.querySelectorAll('button.co-pay [data-part=total]')].map(
    (each) => each.textContent ?? '',
  );

test('applies a coupon to every price option and charges the selected one', async () => {
  const { url, seller } = await pageOnSale(app(), { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  expect(page.document.body.textContent).toContain('Save 16 %');
  expect(totalsOf(page)).toEqual(['$29 USD/month', '$290 USD/year']);
  const applied = await buyer.applyCoupon(page, 'QUARTER');
  expect(totalsOf(applied)).toEqual(['$21.75 USD/month', '$217.50 USD/year']);
  const saved = [...applied.document.querySelectorAll('[data-part=saved] [data-at]')];
  expect(saved.map((each) => each.textContent)).toEqual([
    'Coupon applied! You saved $7.25',
    'Coupon applied! You saved $72.50',
  ]);
  const success = await buyer.payByCard(await buyer.pay(applied, { plan: 'yearly' }));
  expect(receiptLine(success, 'Paid')).toBe('$217.50 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 21_750, discount: 7250 }]);
});

test('preselects a price option from the URL, and keeps option and URL when the form is rejected', async () => {
  const { url } = await pageOnSale(app(), { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?plan=yearly&utm_source=letter`);
  expect(isChecked(page, 'plan', 'yearly')).toBe(true);
  const wrongEmail = await buyer.pay(page, { email: 'nobody@nowhere', plan: 'base' });
  expect(textOf(wrongEmail, '#email-problem')).toBe('Please check the email address.');
  expect(isChecked(wrongEmail, 'plan', 'base')).toBe(true);
  const refused = await buyer.pay(page, { email: 'nobody@nowhere' });
  expect(isChecked(refused, 'plan', 'yearly')).toBe(true);
  expect(refused.url.searchParams.get('utm_source')).toBe('letter');
  expect(textOf(await buyer.pay(refused), 'button')).toBe('Pay $290.00');
});

test('rejects an amount below the minimum, then charges a valid amount', async () => {
  const payWhatYouWant = { enabled: true, minimum: '5', maximum: '', presets: ['10', '25'] };
  const { url } = await pageOnSale(app(), {
    ...NO_TERMS,
    enableCoupon: false,
    validCoupons: [],
    price: '25',
    payWhatYouWant,
  });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  expect(isChecked(page, 'preset', '25')).toBe(true);
  expect(textOf(await buyer.pay(page, { preset: '10' }), 'button')).toBe('Pay $10.00');
  const refused = await buyer.pay(page, { preset: '', amount: '2' });
  expect(textOf(refused, '#amount-problem')).toBe('The least that you can pay is $5.00.');
  expect([focusOf(refused), valueOf(refused, 'amount'), valueOf(refused, 'email')]).toEqual([
    'amount',
    '2',
    buyer.email,
  ]);
  const success = await buyer.payByCard(await buyer.pay(refused, { preset: '', amount: '12,50' }));
  expect(receiptLine(success, 'Paid')).toBe('$12.50 USD');
});

test('changes the price when the countdown ends, except for a buyer who is already paying', async () => {
  const endsAt = inMs(HOUR_MS / 6);
  const { url } = await pageOnSale(app(), {
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
  const early = new CheckoutVisitor(app());
  const payPage = await early.openAndPay(url);
  const late = new CheckoutVisitor(app());
  const before = await late.open(url);
  expect(before.document.body.textContent).toContain('Half price, nearly');
  expect(before.document.querySelector('.co-when time')?.outerHTML).toContain(`="${endsAt}"`);
  await moveClockTo(endsAt);
  const after = await late.pay(before);
  expect(textOf(after, '.co-alert')).toContain('it was $40.00 USD, it is now $60.00 USD');
  expect(after.document.body.textContent).toContain('The early price is over');
  expect([totalsOf(after), valueOf(after, 'email')]).toEqual([['$60 USD'], late.email]);
  expect(receiptLine(await early.payByCard(payPage), 'Paid')).toBe('$40.00 USD');
});

test('reserves the last item for the buyer who is paying, then shows that it is sold out', async () => {
  const soldOutText = 'All gone. Ask for the next print.';
  const { url } = await pageOnSale(app(), {
    ...NO_TERMS,
    availability: { ...availability, stock: 1, showStock: true, soldOutText },
  });
  const second = new CheckoutVisitor(app());
  const page = await second.open(url);
  expect(textOf(page, '.co-left')).toBe('1 left');
  const first = new CheckoutVisitor(app());
  const payPage = await first.openAndPay(url);
  const reserved = await second.pay(page);
  expect(textOf(reserved, '.co-alert')).toContain('being paid for by others right now');
  expect(valueOf(reserved, 'email')).toBe(second.email);
  const third = await new CheckoutVisitor(app()).open(url);
  expect(textOf(third, '.co-words')).toContain('being paid for by others right now');
  expect(receiptLine(await first.payByCard(payPage), 'Paid')).toBe('$40.00 USD');
  expect(textOf(await second.pay(reserved), '.co-words')).toContain(soldOutText);
});

test('opens a page at its opening time', async () => {
  const opensAt = inMs(2 * HOUR_MS);
  const { url } = await pageOnSale(app(), { ...NO_TERMS, availability: { ...availability, opensAt } });
  const buyer = new CheckoutVisitor(app());
  const early = await buyer.open(url);
  expect(textOf(early, '.co-words')).toContain('This page is not open yet');
  expect(early.document.querySelector('time')?.outerHTML).toContain(`="${opensAt}"`);
  expect(countOf(early, 'meta[name=robots][content=noindex]')).toBe(1);
  await moveClockTo(opensAt);
  expect(totalsOf(await buyer.follow(early, 'Look again'))).toEqual(['$40 USD']);
});
