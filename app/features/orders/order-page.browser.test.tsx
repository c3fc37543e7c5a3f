import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createSamplePage } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import {
  ORDER_ID,
  createBuyerSubscription,
  createOrderDetail,
  createOrderHandlers,
  createOrderPayment,
  createOrderRow,
} from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { OrderDetail, OrderDispute } from '#domain/order-detail.ts';

const ADDRESS = `/orders/${ORDER_ID}`;

test('shows receipt, timeline, buyer and accepted terms', async () => {
  const { screen } = await renderApp(ADDRESS, createOrderHandlers());
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Bo Buyer');
  const receipt = screen.getByRole('region', { name: 'Receipt for $40.00 USD' });
  await expect.element(receipt).toMatchTextContent('No. 1');
  await expect.element(receipt).toMatchTextContent('PAID');
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  const titles = timeline
    .getByRole('listitem')
    .elements()
    .map((line) => line.querySelector('.h3')?.textContent);
  expect(titles).toEqual(['Receipt sent', 'Paid $40.00 USD', 'Checkout started']);
  const buyer = screen.getByRole('region', { name: 'Buyer', exact: true });
  await expect.element(buyer).toMatchTextContent('bo@example.com');
  await expect.element(buyer).toMatchTextContent('Sweden');
  const agreement = screen.getByRole('region', { name: 'Terms at checkout' });
  await expect.element(agreement).toMatchTextContent('Checked by the buyer');
  await expect.element(agreement).toMatchTextContent('version 1');
  const links = agreement.getByRole('link').elements();
  expect(links.map((link) => link.textContent)).toEqual([
    'https://www.example.com/terms',
    'https://www.example.com/privacy',
  ]);
});

test('opens the version that the buyer saw in a dialog that Escape closes', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...createOrderHandlers(),
    'get-version': ({ number }) => ({ number, config: createSamplePage() }),
  });
  await screen.getByRole('button', { name: 'View page as purchased' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Version 1 of Linocut for Beginners' });
  await expect
    .element(dialog.getByRole('region', { name: 'Preview of the purchased version' }))
    .toMatchTextContent('Get the course');
  expect(rpc.bodiesOf('get-version')).toEqual([{ pageId: createOrderDetail().page.id, number: 1 }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('opens other orders of the buyer, and the link to the list keeps its filters', async () => {
  const relatedOrder = createOrderRow(4, { productName: 'Night Heron, print', total: 9500, received: 9500 });
  const { screen, history } = await renderApp('/orders?q=aiko', {
    ...createOrderHandlers(),
    'get-order': ({ orderId }) =>
      orderId === ORDER_ID
        ? createOrderDetail({ others: [relatedOrder] })
        : createOrderDetail({ ...relatedOrder, original: 9500 }),
  });
  const table = screen.getByRole('table');
  await table.getByRole('row').filter({ hasText: 'Linocut for Beginners' }).getByRole('link').click();
  await expect.element(screen.getByRole('region', { name: 'Receipt for $40.00 USD' })).toBeVisible();
  await screen.getByRole('link', { name: 'Night Heron, print' }).click();
  await expect.element(screen.getByRole('region', { name: 'Receipt for $95.00 USD' })).toMatchTextContent('No. 4');
  history.goBack();
  await expect.element(screen.getByRole('region', { name: 'Receipt for $40.00 USD' })).toBeVisible();
  await screen.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await expect.element(table).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders?q=aiko');
});

test.each(['not_found', 'invalid_request'] as const)('shows that an order does not exist on %s', async (code) => {
  const { screen } = await renderApp(ADDRESS, {
    'get-order': () => {
      throw new RpcFailure(404, { code, title: '', message: 'We couldn’t find that.' });
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Order not found' })).toBeVisible();
});

test('fits on a phone', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderApp(ADDRESS, createOrderHandlers());
  await expect.element(screen.getByRole('region', { name: /^Receipt for/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});

test('resends a receipt and polls the order until the email is sent', async () => {
  const sent = { kind: 'receipt', to: 'bo@example.com', at: '2026-03-02T10:02:00Z', reason: null } as const;
  const first = { ...sent, state: 'sent' } as const;
  let second: 'none' | 'waiting' | 'sent' = 'none';
  const { screen, rpc } = await renderApp(ADDRESS, {
    'get-order': () => {
      const mails = second === 'none' ? [first] : [first, { ...sent, state: second }];
      if (second === 'waiting') second = 'sent';
      return createOrderDetail({ mails });
    },
    'resend-receipt': () => {
      second = 'waiting';
      return { to: 'bo@example.com' };
    },
  });
  const main = screen.getByRole('main');
  await screen.getByRole('button', { name: 'Resend receipt' }).click();
  await expect.element(screen.getByText('We’re emailing it to bo@example.com.')).toBeVisible();
  expect(rpc.bodiesOf('resend-receipt')).toEqual([{ orderId: ORDER_ID }]);
  await expect.element(main.getByText('Sending receipt')).toBeVisible();
  await expect.poll(() => main.getByText('Receipt sent').elements().length).toBe(2);
});

const dispute = (change: Partial<OrderDispute>): OrderDispute => ({
  id: 'dispute',
  paymentId: createOrderDetail().payments[0]?.id ?? '',
  providerUrl: 'https://dashboard.stripe.test/disputes/du_test',
  amount: 4000,
  currency: 'USD',
  reason: 'fraudulent',
  status: 'needs_response',
  dueBy: '2026-03-12T10:00:00Z',
  createdAt: '2026-03-03T10:00:00Z',
  closedAt: null,
  ...change,
});

test.each([
  {
    status: 'needs_response',
    heading: 'Dispute for $40.00 USD',
    texts: ['Needs your response', 'The cardholder says they didn’t make this payment', 'Respond by'],
    link: 'Respond in Stripe',
  },
  {
    status: 'warning_needs_response',
    heading: 'Bank inquiry for $40.00 USD',
    texts: ['The bank needs your response; no money has been withdrawn', 'Respond by'],
    link: 'Respond in Stripe',
  },
  {
    status: 'won',
    heading: 'Dispute for $40.00 USD',
    texts: ['Won: the money was returned to you'],
    link: 'View dispute in Stripe',
  },
  {
    status: 'lost',
    heading: 'Dispute for $40.00 USD',
    texts: ['Lost: the money was returned to the buyer'],
    link: 'View dispute in Stripe',
  },
])('describes a dispute with the status $status and links to Stripe', async (shown) => {
  const { screen } = await renderApp(ADDRESS, {
    'get-order': () => createOrderDetail({ disputes: [dispute({ status: shown.status })] }),
  });
  await expect.element(screen.getByRole('heading', { name: shown.heading })).toBeVisible();
  for (const text of shown.texts) await expect.element(screen.getByText(text)).toBeVisible();
  const link = screen.getByRole('link', { name: shown.link });
  await expect.element(link).toHaveAttribute('href', 'https://dashboard.stripe.test/disputes/du_test');
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('shows a lost dispute in the timeline and on the receipt', async () => {
  const lost = createOrderDetail({ dispute: 'lost', lost: 4000, disputes: [dispute({ status: 'lost' })] });
  const event = { kind: 'dispute_lost', at: '2026-03-13T10:00:00Z' } as const;
  const { screen } = await renderApp(ADDRESS, {
    'get-order': () => ({ ...lost, events: [{ ...event, facts: { amount: 4000, currency: 'USD' } }] }),
  });
  await expect
    .element(screen.getByRole('region', { name: 'Timeline' }))
    .toMatchTextContent('Dispute for $40.00 USD lost');
  await expect.element(screen.getByRole('region', { name: /^Receipt/ })).toMatchTextContent('LOST');
});

test('shows dispute outcomes in the list, and losses as negative amounts', async () => {
  const rows = [
    createOrderRow(3, { dispute: 'open' }),
    createOrderRow(2, { dispute: 'won' }),
    createOrderRow(1, { dispute: 'lost', lost: 4000 }),
  ];
  const { screen } = await renderApp('/orders', createOrderHandlers(rows));
  const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
  await expect.element(row('Buyer 3')).toMatchTextContent('Disputed');
  await expect.element(row('Buyer 2')).toMatchTextContent('Dispute won');
  await expect.element(row('Buyer 1')).toMatchTextContent('Dispute lost');
  await expect.element(row('Buyer 1')).toMatchTextContent('$0.00 USD net');
});

const EXTRA_LINE = {
  key: 'bump:book',
  name: 'Workbook',
  kind: 'one_time',
  quantity: 1,
  unit: 1900,
  subtotal: 1900,
  discount: 190,
  total: 1710,
  refunded: 0,
  refundedQuantity: 0,
} as const;

test('shows the amounts of each item, and lets the seller choose the items of a refund from Stripe', async () => {
  const order = createOrderDetail();
  const refund: OrderDetail['refunds'][number] = {
    id: '55555555-5555-4555-8555-000000000001',
    paymentId: order.payments[0]?.id ?? '',
    amount: 2000,
    state: 'succeeded',
    reason: null,
    failure: null,
    lines: [],
    createdAt: '2026-03-03T10:00:00Z',
  };
  const withExtra = { ...order, refunded: 2000, lines: [...order.lines, EXTRA_LINE], refunds: [refund] };
  const attributed = {
    ...withExtra,
    lines: [...order.lines, { ...EXTRA_LINE, refunded: 1710 }],
    refunds: [{ ...refund, lines: [{ key: 'bump:book', quantity: null, amount: 1710 }] }],
  };
  let current: OrderDetail = withExtra;
  const { screen, rpc } = await renderApp(ADDRESS, {
    'get-order': () => current,
    'attribute-refund': () => {
      current = attributed;
      return { order: attributed };
    },
  });
  const items = screen.getByRole('region', { name: 'Items' });
  await expect.element(items).toMatchTextContent('WorkbookSubtotal $19.00 USD · Discount −$1.90 USD$17.10 USD net');
  await expect.element(items).toMatchTextContent('Refunds of $20.00 USD aren’t for a specific item.');
  await screen.getByRole('button', { name: 'Choose items' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Which items was this for?' });
  await dialog.getByRole('button', { name: 'Save items' }).click();
  await expect.element(dialog).toMatchTextContent('Choose at least one item');
  await dialog.getByLabelText('Workbook, $17.10 USD').click();
  await dialog.getByRole('button', { name: 'Save items' }).click();
  await expect.element(items).toMatchTextContent('$0.00 USD net');
  expect(rpc.bodiesOf('attribute-refund')).toEqual([
    { orderId: ORDER_ID, refundId: refund.id, lines: [{ key: 'bump:book', amount: 1710 }] },
  ]);
});

const MAIN_LINE = { ...EXTRA_LINE, key: 'main', name: 'Kiln club', kind: 'recurring' } as const;

test('shows the payments of a plan by number, and when the next one is due', async () => {
  const second = createOrderPayment({ id: 'second', renewal: true, paidAt: '2026-04-02T10:00:00Z' });
  const order = createOrderDetail({
    billing: 'monthly',
    received: 8000,
    paymentPlan: { count: 3, paid: 2, state: 'running', nextAt: '2026-05-02T10:00:00Z' },
    payments: [createOrderPayment(), second],
    subscription: createBuyerSubscription({ installments: 3, payments: 2, net: 8000 }),
    events: [{ kind: 'renewed', at: second.paidAt, facts: { amount: 4000, currency: 'USD' } }],
  });
  const { screen } = await renderApp(ADDRESS, { 'get-order': () => order });
  const plan = screen.getByRole('region', { name: 'Payment plan' });
  const details = ['Each payment$40.00 USD per month', 'Next paymentMay 2, 2026', '2 of 3, $80.00 USD net'];
  for (const text of ['Active', ...details]) await expect.element(plan).toMatchTextContent(text);
  const payments = screen.getByRole('region', { name: 'Payments', exact: true });
  expect(
    payments
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Payment 2 of 3 in Stripe', 'Payment 1 of 3 in Stripe']);
  await expect.element(screen.getByRole('region', { name: /^Receipt/ })).toMatchTextContent('1 later payment');
  await expect.element(screen.getByRole('region', { name: 'Timeline' })).toMatchTextContent('Paid $40.00 USD');
  expect(screen.getByRole('main').element().textContent).not.toMatch(/renew/i);
});

test('shows what a free trial leaves due at once, and until when it is free', async () => {
  const amounts = { unit: 9900, subtotal: 9900, discount: 0, total: 9900 };
  const order = createOrderDetail({
    billing: 'monthly',
    original: 9900,
    total: 9900,
    received: 9900,
    lines: [
      { ...MAIN_LINE, afterTrial: true },
      { ...EXTRA_LINE, ...amounts, key: 'setup-fee', name: 'Setup fee', afterTrial: false },
    ],
    payments: [createOrderPayment({ amount: 9900 })],
    subscription: createBuyerSubscription({ state: 'trialing', trialEndsAt: '2026-04-02T10:00:00Z' }),
  });
  const { screen } = await renderApp(ADDRESS, { 'get-order': () => order });
  const receipt = screen.getByRole('region', { name: 'Receipt for $99.00 USD' });
  await expect.element(receipt).toMatchTextContent(/1 Kiln club0\.00.*1 Setup fee99\.00.*Total USD99\.00/);
  const items = screen.getByRole('region', { name: 'Items' });
  await expect.element(items).toMatchTextContent('Kiln clubAfter the free trial · Subtotal $19.00 USD');
  const subscription = screen.getByRole('region', { name: 'Subscription' });
  for (const text of ['Free trial', 'Free untilApr 2, 2026'])
    await expect.element(subscription).toMatchTextContent(text);
});
