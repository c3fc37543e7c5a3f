import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { CheckoutPage } from '../checkout-page.tsx';

const team = {
  id: 'team',
  name: 'Team',
  price: '50',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
} as const;
const config = {
  ...toPublicConfig({
    ...createEmptyConfig(),
    productName: 'Workshop seat',
    price: '20',
    enableCoupon: true,
    priceOptions: { baseName: 'Single', others: [team] },
    quantity: {
      enabled: true,
      minimum: 1,
      maximum: 10,
      singular: 'seat',
      plural: 'seats',
      tiers: [{ from: 6, price: '18.50', optionPrices: {} }],
    },
    ...withBumps(createBump('a', '19', { title: 'Workbook' })),
  }),
};
const pay = { slug: 'seats', version: 3, attempt: '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a11' };
const discounted = {
  code: 'TEN',
  coupon: { code: 'TEN', type: 'percentage' as const, discount: 10, minimum: '60', payments: 3 },
  originalText: '',
  totalText: '',
  savedText: '',
  total: 0,
  plans: [],
};

type Order = { quantity: string; plan: string; bumps: string[]; expected: { amount: number } };
let orders: Order[] = [];
let restored = '';

const quantity = page.getByLabelText('How many seats?');
const payButton = page.getByRole('button', { name: /^Buy now/ });
const getValue = (name: string) => document.querySelector<HTMLInputElement>(`#pay [name="${name}"]`)?.value;
/** The text of a part for a price and its extras. */
const getText = (place: string, at: number, bumps: string, part: string) =>
  document.querySelector(`${place} [data-at="${at}"][data-with="${bumps}"] [data-part=${part}]`)?.textContent;

/** The scripts read the page once when they are loaded: all tests share one page. */
beforeAll(async () => {
  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname !== '/functions/v1/create-checkout-session') return realFetch(input, init);
    orders.push((await request.json()) as Order);
    return Response.json(
      { error: { code: 'unavailable', title: 'Checkout failed', message: 'Try again.' } },
      { status: 503 },
    );
  };
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<CheckoutPage config={config} sellerName="Vane" pay={pay} discounted={discounted} />);
  await vi.waitFor(() => expect(document.querySelector('#pay')).not.toBeNull());
  sessionStorage.setItem('checkout:seats', JSON.stringify([['quantity', '4']]));
  history.replaceState(null, '', '?canceled=1');
  await import('./checkout-script.ts');
  await import('./quantity-script.ts');
  restored = `${getValue('quantity')} ${getValue('seenQuantity')} ${getValue('expected')}`;
  return () => {
    window.fetch = realFetch;
  };
});

beforeEach(async () => {
  orders = [];
  await page.getByLabelText('Email').fill('ana@example.com');
});

test('restores the quantity after a canceled payment, with its total', () => {
  expect(restored).toBe('4 4 7200');
});

test('shows the totals of the typed quantity for every price and extra', async () => {
  await quantity.fill('7');
  expect(getText('.co-pay', 0, '', 'total')).toBe('$116.55 USD');
  expect(getText('.co-pay', 0, '0', 'total')).toBe('$135.55 USD');
  expect(getText('.co-bar', 1, '', 'total')).toBe('$315.00 USD/month for 3 months, then $350.00 USD/month');
  expect(getText('.co-summary', 1, '0', 'total')).toBe(
    '$334.00 USD now, then $315.00 USD/month for 2 months, then $350.00 USD/month',
  );
  expect(getText('.co-summary', 0, '', 'discount')).toBe('−$12.95');
  expect(document.querySelector('.co-summary [data-part=line]')?.textContent).toBe('$129.50');
  expect(document.querySelector('[data-part=count]')?.textContent).toBe('7\u00a0× ');
  expect(document.querySelector('.co-price')?.textContent).toContain('$20 USD');
});

test('says that a coupon does not apply to a smaller order, and again what it saves', async () => {
  const saved = document.querySelector<HTMLElement>('.co-ok [data-part=discount]');
  await quantity.fill('1');
  expect([saved?.hidden, getText('.co-pay', 0, '', 'total')]).toEqual([true, '$20.00 USD']);
  expect(getText('.co-pay', 1, '', 'total')).toBe('$50.00 USD/month');
  await quantity.fill('3');
  expect([saved?.hidden, saved?.textContent]).toEqual([false, 'Coupon applied! You saved $6.00']);
  expect(getText('.co-pay', 1, '', 'total')).toBe('$135.00 USD/month for 3 months, then $150.00 USD/month');
});

test('the buttons change the quantity within its limits without a request, and announce the total', async () => {
  await quantity.fill('9');
  const more = page.getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  await expect.element(quantity).toHaveValue(10);
  await page.getByRole('button', { name: 'One fewer' }).click();
  await expect.element(quantity).toHaveValue(9);
  expect(getValue('seenQuantity')).toBe('9');
  expect(document.querySelector('[data-part=announced-total]')?.textContent).toMatch(/^\$149\.85 USD/);
  expect(orders).toEqual([]);
});

test('reports an invalid quantity at its field and sends nothing', async () => {
  await quantity.fill('11');
  await payButton.click();
  await expect.element(quantity).toHaveAttribute('aria-invalid', 'true');
  await expect.element(quantity).toHaveAccessibleDescription(/Enter a quantity from 1 to 10\.$/);
  await expect.element(quantity).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}3');
  await expect.element(quantity).not.toHaveAttribute('aria-invalid');
  expect(orders).toEqual([]);
});

test('sends the quantity, and the product’s total that the buyer sees', async () => {
  await quantity.fill('3');
  await page.getByRole('checkbox', { name: /Workbook/ }).click();
  await payButton.click();
  await expect.poll(() => orders.length).toBe(1);
  expect(orders[0]).toMatchObject({ quantity: '3', plan: 'base', bumps: ['a'], expected: { amount: 5400 } });
});
