import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { createEmptyConfig, createPaymentTerms, toPublicConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { CheckoutPage } from '../checkout-page.tsx';

const config = toPublicConfig({
  ...createEmptyConfig(),
  productName: 'Seat',
  price: '29',
  paymentType: 'subscription',
  paymentTerms: { ...createPaymentTerms(), setupFee: '99', trialDays: 14 },
  quantity: { enabled: true, minimum: 1, maximum: 20, singular: 'seat', plural: 'seats', tiers: [] },
  ...withBumps(createBump('a', '5', { title: 'Support', billing: 'with-price' })),
});
const pay = { slug: 'trial', version: 3, attempt: '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a12' };
const getText = (selector: string) => document.querySelector(selector)?.textContent;

beforeAll(async () => {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<CheckoutPage config={config} sellerName="Vane" pay={pay} />);
  await vi.waitFor(() => expect(document.querySelector('#pay')).not.toBeNull());
  await import('./quantity-script.ts');
});

test('updates amounts of a free trial for a quantity, but neither its days nor the setup fee', async () => {
  await page.getByLabelText('How many seats?').fill('12');
  expect(getText('.co-terms-text [data-with=""]')).toBe(
    '14 days free. Then $348.00 USD/month until you cancel. A one-time setup fee of $99.00 USD is due today.',
  );
  expect(getText('.co-terms-text [data-with="0"]')).toMatch(/^14 days free\. Then \$353\.00 USD\/month/);
  expect(getText('.co-summary > :nth-last-child(2) [data-with=""]')).toBe(
    '$99.00 USD now, then $348.00 USD/month after 14 days',
  );
  expect(getText('.co-summary > :last-child [data-with="0"]')).toBe('$99.00 USD');
  expect(getText('.co-summary > :first-child dd')).toBe('$348.00 after 14 days');
  expect(getText('.co-pay [data-with=""]')).toBe('\u00a0· $99.00 USD today');
  expect(document.querySelector<HTMLInputElement>('#pay [name=expected]')?.value).toBe('9900');
});
