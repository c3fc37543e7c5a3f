import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { emptyConfig, publicConfigOf } from '#domain/checkout-page.ts';

import { CheckoutPage } from './checkout-page.tsx';

const config = {
  ...publicConfigOf(emptyConfig()),
  productName: 'Throwing Taller',
  price: '29',
  enableCoupon: true,
  customFields: [
    {
      id: 'lesson',
      kind: 'short' as const,
      name: 'lesson',
      label: 'Favorite lesson',
      help: '',
      required: true,
      choices: [],
      min: '',
      max: '',
    },
  ],
};
const pay = { slug: 'taller', version: 3, attempt: '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a11' };
const TEN_PERCENT = {
  code: 'TEN',
  currency: 'USD',
  original: 2900,
  discount: 290,
  total: 2610,
  originalText: '$29.00 USD',
  totalText: '$26.10 USD',
  savedText: '$2.90',
  plans: [],
};
const UNAVAILABLE = { error: { code: 'unavailable', title: 'Checkout failed', message: 'Try again.' } };

type Order = { attempt: string; expected: { amount: number; currency: string }; email: string };
let orders: Order[] = [];

const email = page.getByLabelText('Email');
const lesson = page.getByLabelText('Favorite lesson');
const code = page.getByLabelText('Coupon code');
const payButton = page.getByRole('button', { name: /^Buy now/ });

/** The script reads the page once, when it is loaded: all tests share one page, as they share one tab. */
beforeAll(async () => {
  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/functions/v1/apply-coupon') return Response.json(TEN_PERCENT);
    if (pathname !== '/functions/v1/create-checkout-session') return realFetch(input, init);
    orders.push((await request.json()) as Order);
    return Response.json(UNAVAILABLE, { status: 503 });
  };
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<CheckoutPage config={config} sellerName="Vane" pay={pay} />);
  await vi.waitFor(() => expect(document.querySelector('#pay')).not.toBeNull());
  await import('./enhance.ts');
  return () => {
    window.fetch = realFetch;
  };
});

beforeEach(async () => {
  orders = [];
  await email.fill('ana@example.com');
  await lesson.fill('Pressed flowers');
});

async function pressPay(): Promise<Order | undefined> {
  const before = orders.length;
  await payButton.click();
  await expect.poll(() => orders.length).toBe(before + 1);
  await expect.element(payButton).not.toHaveAttribute('aria-busy');
  return orders.at(-1);
}

test('the same order that is sent again has the same attempt, and a changed one a new attempt', async () => {
  const first = await pressPay();
  const second = await pressPay();
  expect(second?.attempt).toBe(first?.attempt);
  await email.fill('bo@example.com');
  const other = await pressPay();
  expect(other).toMatchObject({ email: 'bo@example.com' });
  expect(other?.attempt).not.toBe(first?.attempt);
});

test('a missing answer is named at its question, which takes the focus, and nothing is sent', async () => {
  await lesson.fill('');
  await payButton.click();
  await expect.element(lesson).toHaveAttribute('aria-invalid', 'true');
  await expect.element(lesson).toHaveAccessibleDescription('Please answer: Favorite lesson');
  await expect.element(lesson).toHaveFocus();
  await lesson.fill('Glazes');
  await expect.element(lesson).not.toHaveAttribute('aria-invalid');
  expect(orders).toEqual([]);
});

test('an empty coupon code is refused at its field, which takes the focus', async () => {
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(code).toHaveAccessibleDescription('Invalid coupon. This coupon code is not valid');
  await expect.element(code).toHaveFocus();
});

test('an order with a coupon expects the price that the page shows, and without it the full price', async () => {
  await code.fill('TEN');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByText('Coupon applied! You saved $2.90')).toBeVisible();
  expect(await pressPay()).toMatchObject({ appliedCoupon: 'TEN', expected: { amount: 2610 } });
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await pressPay()).toMatchObject({ appliedCoupon: null, expected: { amount: 2900 } });
});
