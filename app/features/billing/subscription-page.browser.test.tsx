import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { createBuilderHandlers, createTrialStatus } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure } from '#app/testing/fake-rpc.ts';
import { createActiveStatus, createNoPlanStatus, createPlanHandlers, UNPAID_PLAN } from '#app/testing/plan.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { SubscriptionStatus } from '#domain/subscription.ts';

const unavailable = () => {
  throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' });
};

test('shows price, card, next billing date, usage and invoices', async () => {
  const monthlySales = { amount: 2600, limit: 3000, percentage: 86, transactions: 2, exceeded: false };
  const { screen } = await renderApp('/subscription', createPlanHandlers(createActiveStatus({ monthlySales })));
  const plan = screen.getByRole('region', { name: 'Current plan' });
  for (const text of ['$9.00 a month', 'Next billing dateApril 2, 2026', 'Visa ending in 4242', '$400'])
    await expect.element(plan).toMatchTextContent(text);
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent('You’ve used 86% of your Starter plan’s monthly sales limit.');
  await expect.element(banner.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '86');
  const invoice = screen.getByRole('row').filter({ hasText: 'TW-0001' });
  await expect.element(invoice).toMatchTextContent('Paid');
  await expect.element(invoice).toMatchTextContent('$9.00');
  await expect.element(invoice.getByRole('link')).toHaveAttribute('href', 'https://invoice.stripe.test/in_test');
});

test('shows the seller’s own price and an announced price with its date', async () => {
  const newPrice = { amount: 900, at: '2026-05-02T10:00:00Z' };
  const { screen } = await renderApp('/subscription', createPlanHandlers(createActiveStatus({ price: 500, newPrice })));
  const plan = screen.getByRole('region', { name: 'Current plan' });
  await expect.element(plan).toMatchTextContent('Price$5.00 a month');
  await expect
    .element(plan)
    .toMatchTextContent(
      'Starting May 2, 2026, Starter costs $9.00 a month. If you cancel before then, you won’t pay the new price.',
    );
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect
    .element(banner)
    .toMatchTextContent('Starting May 2, 2026, Starter costs $9.00 a month instead of $5.00.');
});

test('leads to the builder without a session', async () => {
  const { screen, history } = await renderApp('/subscription', {}, { user: null });
  await expect.element(screen.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => history.url).toBe('/builder');
});

test('leads a seller without a plan to the plans', async () => {
  const { screen } = await renderApp('/subscription', createPlanHandlers(createNoPlanStatus()));
  await expect.element(screen.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing');
});

test('leads a seller with a used trial to the plans without promising another trial', async () => {
  const { screen } = await renderApp('/subscription', createPlanHandlers({ ...createNoPlanStatus(), trialUsed: true }));
  await expect.element(screen.getByText(/You’ve already used your free trial, so your plan starts/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing');
  expect(document.body.textContent).not.toContain('7-day free trial');
});

test('shows where to pay the first invoice of a plan without a trial', async () => {
  const { screen } = await renderApp('/subscription', createPlanHandlers(createTrialStatus(UNPAID_PLAN)));
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect
    .element(banner)
    .toMatchTextContent('You’ve already used your free trial. Pay the invoice to start Starter.');
  await expect
    .element(banner.getByRole('link', { name: 'Pay invoice' }))
    .toHaveAttribute('href', 'https://invoice.stripe.test/in_first');
  const plan = screen.getByRole('region', { name: 'Current plan' });
  await expect.element(plan).toMatchTextContent('Not paid yet');
  await expect.element(plan).not.toMatchTextContent('Payment failed');
});

test('reports an unreadable status and retries on request', async () => {
  const { screen, rpc } = await renderApp('/subscription', {
    ...createPlanHandlers(),
    'check-subscription-status': unavailable,
  });
  const toast = screen.getByRole('alert').filter({ hasText: 'Failed to load subscription status' });
  await expect.element(toast).toBeVisible();
  const retryButton = screen.getByRole('button', { name: 'Try again' });
  // The first click also gives the window the focus, which refetches as well.
  await retryButton.click();
  await expect.poll(() => rpc.bodiesOf('check-subscription-status').length).toBeGreaterThan(1);
  rpc.handle(createPlanHandlers());
  await retryButton.click();
  await expect.element(screen.getByRole('region', { name: 'Current plan' })).toMatchTextContent('StarterActive');
  await expect.element(toast).not.toBeInTheDocument();
  expect(rpc.bodiesOf('check-subscription-status').at(-1)).toEqual({ refresh: true });
});

test('reports a portal that cannot be opened', async () => {
  const { screen } = await renderApp('/subscription', {
    ...createPlanHandlers(),
    'customer-portal': () => {
      throw new NoResponse();
    },
  });
  await screen.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect.element(screen.getByText('Failed to open subscription portal')).toBeVisible();
});

test('shows a failed payment with the amount due and a link to update the card', async () => {
  const due = { amount: 900, url: null, plan: null };
  const { screen } = await renderApp(
    '/subscription',
    createPlanHandlers(createActiveStatus({ status: 'past_due', due })),
  );
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent('Payment failed - Please update your payment method');
  await expect.element(banner.getByRole('button', { name: 'Update Payment' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Current plan' })).toMatchTextContent('$9.00 is due.');
});

test('leads to the invoice if the limit is exceeded while the card fails', async () => {
  const url = 'https://invoice.stripe.test/in_due';
  const passed = createActiveStatus({
    needsUpgrade: true,
    suggestedPlan: 'growth',
    due: { amount: 1550, url, plan: 'growth' },
  });
  const { screen } = await renderApp('/subscription', createPlanHandlers(passed));
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent("You've exceeded your limit! We're upgrading you to Growth plan");
  await expect.element(banner.getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', url);
});

test.each([
  {
    of: 'a failed payment',
    status: createActiveStatus({ status: 'past_due' }),
    text: 'Payment failed - Please update your payment method',
    link: 'Update Payment',
    address: '/subscription',
  },
  {
    of: 'sales near the limit',
    status: createActiveStatus({
      monthlySales: { amount: 2600, limit: 3000, percentage: 86, transactions: 2, exceeded: false },
    }),
    text: '$2,600 of $3,000',
    link: 'View Growth',
    address: '/subscription#plan-growth',
  },
  {
    of: 'the days left of a trial',
    status: createTrialStatus(),
    text: '7 days left in your Starter trial.',
    link: 'Choose a plan',
    address: '/subscription',
  },
])('shows $of in the builder and links to the plan', async ({ status, text, link, address }) => {
  const { screen, history } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    ...createPlanHandlers(status),
  });
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent(text);
  await banner.getByRole('link', { name: link }).click();
  await expect.element(screen.getByRole('heading', { name: 'Plan and billing' })).toBeVisible();
  await expect.poll(() => history.url).toBe(address);
});

test.each([320, 390])('fits into a window of %d pixels', async (width) => {
  await page.viewport(width, 844);
  const { screen } = await renderApp('/subscription', createPlanHandlers(createTrialStatus()));
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Your plan' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1280, 900);
});

/** A status with only the specification's fields. */
function nineFields(status: SubscriptionStatus): SubscriptionStatus {
  const { access: _1, cancelAt: _2, pendingPlan: _3, due: _4, card: _5, now: _6, ...rest } = status;
  return rest as SubscriptionStatus;
}

test('works with a status that has only the specification’s fields', async () => {
  const trialEndsAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
  const status = nineFields(createTrialStatus({ trialEndsAt, currentPeriodEnd: trialEndsAt }));
  const { screen } = await renderApp('/subscription', {
    ...createPlanHandlers(),
    'check-subscription-status': () => status,
  });
  await expect.element(screen.getByRole('region', { name: 'Your plan' })).toMatchTextContent('3 days left');
  await expect.element(screen.getByRole('region', { name: 'Current plan' })).toMatchTextContent('$1,000');
  expect(document.body.textContent).not.toMatch(/NaN|undefined|null/);
});

test('shows the plans in the builder if the trial cannot start', async () => {
  const { screen } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': () => nineFields(createNoPlanStatus()),
    'create-subscription': unavailable,
  });
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent('No active subscription. Subscribe to start creating checkout pages');
  await expect.element(banner.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing');
});

test.for([
  ['/orders', 'list-orders'],
  ['/pages', 'list-pages'],
  ['/subscription', 'check-subscription-status'],
  ['/account', 'get-account'],
  ['/analytics', 'get-analytics'],
] as const)('%s shows a load error for an empty or malformed response', async ([address, name]) => {
  for (const answer of [{}, null, { error: 'Slow down' }]) {
    const { screen } = await renderApp(address, { ...createPlanHandlers(), [name]: () => answer });
    await expect.element(screen.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/NaN|undefined|null/);
    await screen.unmount();
  }
});

test('shows the trial days in the warning at 80%', async () => {
  const monthlySales = { amount: 2600, limit: 3000, percentage: 86, transactions: 2, exceeded: false };
  const { screen } = await renderApp('/subscription', createPlanHandlers(createTrialStatus({ monthlySales })));
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect
    .element(banner)
    .toMatchTextContent('You’ve used 86% of your Starter plan’s monthly sales limit. 7 days left in your trial.');
});
