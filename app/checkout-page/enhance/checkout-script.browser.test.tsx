import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';

import { CheckoutPage } from '../checkout-page.tsx';

const config = {
  ...toPublicConfig(createEmptyConfig()),
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
let restored: object = {};
let payAnswer = () => Response.json(UNAVAILABLE, { status: 503 });
let couponAnswer = () => Response.json(TEN_PERCENT);

const getValue = (name: string) => document.querySelector<HTMLInputElement>(`#pay [name="${name}"]`)?.value;
const email = page.getByLabelText('Email');
const lesson = page.getByLabelText('Favorite lesson');
const code = page.getByLabelText('Coupon code');
const payButton = page.getByRole('button', { name: /^Buy now/ });

/** The script reads the page once when it is loaded: all tests share one page. */
beforeAll(async () => {
  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/functions/v1/apply-coupon') return couponAnswer();
    if (pathname !== '/functions/v1/create-checkout-session') return realFetch(input, init);
    orders.push((await request.json()) as Order);
    return payAnswer();
  };
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<CheckoutPage config={config} sellerName="Vane" pay={pay} />);
  await vi.waitFor(() => expect(document.querySelector('#pay')).not.toBeNull());
  const entered = [
    ['email', 'nora@example.com'],
    ['f.lesson', 'Kilns'],
    ['terms', 'yes'],
    ['attempt', 'stored'],
  ];
  sessionStorage.setItem('checkout:taller', JSON.stringify(entered));
  history.replaceState(null, '', '?canceled=1');
  await import('./checkout-script.ts');
  restored = { email: getValue('email'), lesson: getValue('f.lesson'), attempt: getValue('attempt') };
  return () => {
    window.fetch = realFetch;
  };
});

beforeEach(async () => {
  orders = [];
  payAnswer = () => Response.json(UNAVAILABLE, { status: 503 });
  couponAnswer = () => Response.json(TEN_PERCENT);
  await email.fill('ana@example.com');
  await lesson.fill('Pressed flowers');
});

async function submitPayment(): Promise<Order | undefined> {
  const before = orders.length;
  await payButton.click();
  await expect.poll(() => orders.length).toBe(before + 1);
  await expect.element(payButton).not.toHaveAttribute('aria-busy');
  return orders.at(-1);
}

test('restores the entered values after a canceled payment, once', () => {
  expect(restored).toEqual({ email: 'nora@example.com', lesson: 'Kilns', attempt: pay.attempt });
  expect([sessionStorage.length, location.search]).toEqual([0, '']);
});

test('reuses the attempt of a repeated order and creates a new one for a changed order', async () => {
  const first = await submitPayment();
  const second = await submitPayment();
  expect(second?.attempt).toBe(first?.attempt);
  await email.fill('bo@example.com');
  const changed = await submitPayment();
  expect(changed).toMatchObject({ email: 'bo@example.com' });
  expect(changed?.attempt).not.toBe(first?.attempt);
});

test('reports a missing answer at its field, focuses the field and sends nothing', async () => {
  await lesson.fill('');
  await payButton.click();
  await expect.element(lesson).toHaveAttribute('aria-invalid', 'true');
  await expect.element(lesson).toHaveAccessibleDescription('Please fill in “Favorite lesson”');
  await expect.element(lesson).toHaveFocus();
  await lesson.fill('Glazes');
  await expect.element(lesson).not.toHaveAttribute('aria-invalid');
  expect(orders).toEqual([]);
});

test('rejects an empty coupon code at its field and focuses the field', async () => {
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(code).toHaveAccessibleDescription('Invalid coupon. This coupon code is not valid');
  await expect.element(code).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('applies a coupon by Enter in its field', async () => {
  await code.fill('TEN');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Coupon applied! You saved $2.90')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(orders).toEqual([]);
});

test('sends the displayed price with a coupon and the full price without', async () => {
  await code.fill('TEN');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByText('Coupon applied! You saved $2.90')).toBeVisible();
  expect(await submitPayment()).toMatchObject({ appliedCoupon: 'TEN', expected: { amount: 2610 } });
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await submitPayment()).toMatchObject({ appliedCoupon: null, expected: { amount: 2900 } });
});

/** Responses that do not come from this app: proxy pages, truncated or malformed bodies. */
const FOREIGN: [string, () => Response][] = [
  ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an empty body', () => new Response('', { status: 502 })],
  ['an empty object', () => Response.json({}, { status: 500 })],
  ['an error that is a text', () => Response.json({ error: 'Slow down' }, { status: 429 })],
  ['an error without a message', () => Response.json({ error: { code: 'internal' } }, { status: 500 })],
  ['an error with an empty message', () => Response.json({ error: { code: 'x', message: '' } }, { status: 500 })],
  ['null', () => Response.json(null, { status: 500 })],
  ['a list', () => Response.json([], { status: 500 })],
  ['a truncated body', () => new Response('{"error":{"code":"in', { status: 500 })],
  ['success without an address', () => Response.json({ ok: true })],
  ['success with a truncated body', () => new Response('{"url":"https://ch')],
  ['success that is a page', () => new Response('<h1>Welcome to the hotel</h1>')],
];
const NO_VALUE = /undefined|null|NaN|\[object/;

test.for(FOREIGN)('shows a plain error for payment and coupon after %s', async ([, answer]) => {
  payAnswer = answer;
  couponAnswer = answer;
  const { href } = location;
  await submitPayment();
  const toast = page.getByRole('alert').filter({ hasText: 'Checkout failed' });
  await expect.element(toast).toMatchTextContent('You haven’t been charged.');
  expect(document.body.textContent).not.toMatch(NO_VALUE);
  await code.fill('TEN');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Coupon not applied' })).toBeVisible();
  await expect.element(code).toBeEnabled();
  expect(document.body.textContent).not.toMatch(NO_VALUE);
  expect(location.href).toBe(href);
});

test('falls back to the title of the action for an error without a title', async () => {
  payAnswer = () => Response.json({ error: { code: 'internal', message: 'Not now.' } }, { status: 500 });
  await submitPayment();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Checkout failed' }))
    .toMatchTextContent('Not now. You haven’t been charged.');
});
