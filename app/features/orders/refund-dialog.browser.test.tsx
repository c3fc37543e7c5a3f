import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { createEntitlement } from '#app/testing/entitlements.ts';
import { NoResponse, RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import {
  ORDER_ID,
  createBuyerSubscription,
  createOrderDetail,
  createOrderHandlers,
  createOrderPayment,
  createRefundedDetail,
} from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

const ADDRESS = `/orders/${ORDER_ID}`;
const openButton = (screen: RenderResult) =>
  screen.getByRole('main').getByRole('button', { name: 'Refund', exact: true });
const dialog = (screen: RenderResult) => screen.getByRole('dialog');
const submitButton = (screen: RenderResult) => dialog(screen).getByRole('button', { name: /^Refund/ });
const amountField = (screen: RenderResult) => dialog(screen).getByLabelText('Amount', { exact: true });

/** Fake server that makes every requested refund. */
function refundingHandlers(first: OrderDetail = createOrderDetail()): RpcHandlers {
  let order = first;
  return {
    ...createOrderHandlers(),
    'get-order': () => order,
    'refund-order': ({ amount }) => {
      order = createRefundedDetail(order, amount ?? order.received - order.refunded);
      return { order };
    },
  };
}

test('refunds a part, then the rest, and then offers nothing more to refund', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers());
  await openButton(screen).click();
  await expect.element(dialog(screen)).toMatchTextContent('Refund $40.00 USD to Bo Buyer?');
  await expect.element(dialog(screen)).toMatchTextContent('5 to 10 business days');
  await dialog(screen).getByLabelText('Partial refund').click();
  await amountField(screen).fill('40.01');
  await submitButton(screen).click();
  await expect
    .element(amountField(screen))
    .toHaveAccessibleDescription('You can refund up to $40.00 USD of this payment');
  await expect.element(amountField(screen)).toHaveValue('40.01');
  expect(rpc.bodiesOf('refund-order')).toEqual([]);
  await amountField(screen).fill('12.50');
  await dialog(screen).getByLabelText('Reason').selectOptions('Duplicate payment');
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $12.50 USD');
  await submitButton(screen).click();
  await expect.element(screen.getByText('$12.50 USD will reach Bo Buyer in 5 to 10 business days.')).toBeVisible();
  await expect.element(dialog(screen)).not.toBeInTheDocument();
  await expect.element(openButton(screen)).toHaveFocus();
  await expect.element(screen.getByRole('main')).toMatchTextContent('Partly refunded');

  await openButton(screen).click();
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $27.50 USD');
  await submitButton(screen).click();
  await expect.element(openButton(screen)).not.toBeInTheDocument();
  expect(rpc.bodiesOf('refund-order')).toMatchObject([
    { orderId: ORDER_ID, amount: 1250, reason: 'duplicate' },
    { orderId: ORDER_ID, amount: 2750, reason: 'requested_by_customer' },
  ]);
  const [first, second] = rpc.bodiesOf('refund-order');
  expect(first?.request).not.toBe(second?.request);
});

test('shows the new maximum after a refund above it, and sends one request on a double click', async () => {
  const order = createOrderDetail();
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...refundingHandlers(createRefundedDetail(order, 3000)),
    'get-order': () => order,
  });
  const refund = refundingHandlers(createRefundedDetail(order, 3000))['refund-order'];
  rpc.handle({
    'refund-order': () => {
      const message = 'This is more than the refundable amount of this payment.';
      throw new RpcFailure(422, { code: 'refund_above_rest', title: '', message, rest: 1000 });
    },
  });
  await openButton(screen).click();
  await submitButton(screen).click();
  await expect.element(dialog(screen).getByRole('alert')).toMatchTextContent('more than the refundable amount');
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $10.00 USD');
  rpc.handle({ 'refund-order': refund });
  await submitButton(screen).dblClick();
  await expect.element(screen.getByText('$10.00 USD will reach Bo Buyer in 5 to 10 business days.')).toBeVisible();
  const [rejectedResponse, ...made] = rpc.bodiesOf('refund-order');
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ amount: 1000 });
  expect(made[0]?.request).not.toBe(rejectedResponse?.request);
});

test('shows the new maximum after a partial refund above it once, at the amount', async () => {
  const { screen } = await renderApp(ADDRESS, {
    ...refundingHandlers(),
    'refund-order': () => {
      const message = 'This is more than the refundable amount of this payment.';
      throw new RpcFailure(422, { code: 'refund_above_rest', title: '', message, rest: 1000 });
    },
  });
  await openButton(screen).click();
  await dialog(screen).getByLabelText('Partial refund').click();
  await amountField(screen).fill('12.50');
  await submitButton(screen).click();
  await expect
    .element(amountField(screen))
    .toHaveAccessibleDescription('You can refund up to $10.00 USD of this payment');
  await expect.element(dialog(screen)).not.toMatchTextContent('more than the refundable amount');
});

test('retries with the same idempotency key and input after a lost response', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers());
  const refund = refundingHandlers()['refund-order'];
  rpc.handle({
    'refund-order': () => {
      throw new NoResponse();
    },
  });
  await openButton(screen).click();
  await dialog(screen).getByLabelText('Partial refund').click();
  await amountField(screen).fill('5');
  await submitButton(screen).click();
  await expect.element(dialog(screen).getByRole('alert')).toMatchTextContent('Couldn’t reach the server');
  await expect.element(amountField(screen)).toHaveValue('5');
  rpc.handle({ 'refund-order': refund });
  await submitButton(screen).click();
  await expect.element(screen.getByText('$5.00 USD will reach Bo Buyer in 5 to 10 business days.')).toBeVisible();
  const [lost, repeated] = rpc.bodiesOf('refund-order');
  expect(repeated).toEqual(lost);
});

test('focuses the cancel button first and refunds everything by keyboard on a phone', async () => {
  await page.viewport(390, 844);
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers());
  await expect.element(openButton(screen)).toBeVisible();
  openButton(screen).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog(screen).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog(screen)).not.toBeInTheDocument();
  await expect.element(openButton(screen)).toHaveFocus();
  expect(rpc.bodiesOf('refund-order')).toEqual([]);

  await userEvent.keyboard('{Enter}');
  await expect.element(dialog(screen)).toBeVisible();
  const refundDialog = dialog(screen).element().getBoundingClientRect();
  expect(refundDialog.left).toBeGreaterThanOrEqual(0);
  expect(refundDialog.right).toBeLessThanOrEqual(390);
  dialog(screen).getByLabelText('Partial refund').element().focus();
  await userEvent.keyboard(' ');
  await expect.element(amountField(screen)).toHaveFocus();
  await userEvent.keyboard('7{Enter}');
  await expect.poll(() => rpc.bodiesOf('refund-order')).toMatchObject([{ amount: 700 }]);
  await page.viewport(1280, 900);
});

test('selects one of several payments and limits the refund to it', async () => {
  const renewal = createOrderPayment({ id: 'renewal', renewal: true, amount: 3000, refundable: 3000 });
  const order = createOrderDetail({ payments: [createOrderPayment(), renewal] });
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers(order));
  await openButton(screen).click();
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $30.00 USD');
  await dialog(screen).getByLabelText('Payment').selectOptions(createOrderPayment().id);
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $40.00 USD');
  await submitButton(screen).click();
  await expect
    .poll(() => rpc.bodiesOf('refund-order'))
    .toMatchObject([{ paymentId: createOrderPayment().id, amount: 4000 }]);
});

/** Seven seats for $100.03, of which two were refunded, and an extra. */
const seatOrder = (...extras: OrderDetail['lines']): OrderDetail => {
  const order = createOrderDetail();
  const [line] = order.lines;
  if (!line) throw new Error('The order has no line');
  const seats = { ...line, name: 'Seat', quantity: 7, unit: 1429, subtotal: 10_003, total: 10_003 };
  const total = 10_003 + extras.reduce((sum, extra) => sum + extra.total, 0);
  const refund = createRefundedDetail({ ...order, received: total }, 2858).refunds[0];
  return {
    ...order,
    total,
    received: total,
    refunded: 2858,
    lines: [{ ...seats, refunded: 2858, refundedQuantity: 2 }, ...extras],
    payments: [createOrderPayment({ amount: total, refunded: 2858, refundable: total - 2858 })],
    refunds: refund ? [{ ...refund, lines: [{ key: 'main', quantity: 2, amount: 2858 }] }] : [],
  };
};

test('refunds a quantity of a single item and shows what is refunded already', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers(seatOrder()));
  const items = screen.getByRole('region', { name: 'Items' });
  await expect.element(items).toMatchTextContent('7 × Seat$14.29 USD each');
  await expect.element(items).toMatchTextContent('2 of 7 refunded');
  await expect.element(screen.getByRole('region', { name: 'Payments' })).toMatchTextContent('2 × Seat');
  await openButton(screen).click();
  await dialog(screen).getByLabelText('A quantity').click();
  const quantity = dialog(screen).getByLabelText('Quantity to refund');
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $14.29 USD');
  for (const text of ['0', '6', 'all', '1.5']) {
    await quantity.fill(text);
    await submitButton(screen).click();
    await expect.element(quantity).toHaveAccessibleDescription('Enter a whole number from 1 to 5');
  }
  await quantity.fill('4');
  await expect.element(quantity).toHaveAccessibleDescription('4 of 5, $57.16 USD');
  await submitButton(screen).click();
  await expect.poll(() => rpc.bodiesOf('refund-order')).toMatchObject([{ lines: [{ key: 'main', quantity: 4 }] }]);
});

test('refunds a quantity together with an extra, and says what is left after a refund of an amount', async () => {
  const [line] = createOrderDetail().lines;
  const extra = { key: 'bump:book', name: 'Book', subtotal: 1900, unit: 1900, total: 1900 };
  const order = seatOrder(...(line ? [{ ...line, ...extra }] : []));
  const [refund] = order.refunds;
  const mixed: OrderDetail = {
    ...order,
    refunds: refund ? [{ ...refund, lines: [{ key: 'main', quantity: null, amount: 9000 }] }] : [],
  };
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers(mixed));
  await openButton(screen).click();
  await dialog(screen).getByLabelText('Some items').click();
  await dialog(screen).getByLabelText('Book, $19.00 USD').click();
  await dialog(screen).getByLabelText('7 × Seat, $10.03 USD').click();
  const quantity = dialog(screen).getByLabelText('Quantity of Seat to refund');
  await submitButton(screen).click();
  await expect.element(quantity).toHaveAccessibleDescription(/^Only \$10.03 USD of this item is left/);
  await quantity.fill('7');
  await expect.element(submitButton(screen)).toMatchTextContent('Refund $29.03 USD');
  await submitButton(screen).click();
  await expect
    .poll(() => rpc.bodiesOf('refund-order'))
    .toMatchObject([
      {
        lines: [
          { key: 'main', quantity: 7 },
          { key: 'bump:book', amount: 1900 },
        ],
      },
    ]);
});

test('ends the payment plan after a full refund if the seller wants it, and says so if that fails', async () => {
  const subscription = createBuyerSubscription({ installments: 3, payments: 1 });
  const paymentPlan = { count: 3, paid: 1, state: 'running', nextAt: subscription.periodEnd } as const;
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...refundingHandlers(createOrderDetail({ subscription, paymentPlan })),
    'cancel-buyer-subscription': () => {
      throw new NoResponse();
    },
  });
  await openButton(screen).click();
  const endPlan = dialog(screen).getByLabelText('Also end the payment plan');
  await dialog(screen).getByLabelText('Partial refund').click();
  await expect.element(endPlan).not.toBeInTheDocument();
  await dialog(screen)
    .getByLabelText(/^Full refund/)
    .click();
  await endPlan.click();
  await submitButton(screen).click();
  await expect.element(dialog(screen)).not.toBeInTheDocument();
  await expect
    .poll(() => rpc.bodiesOf('cancel-buyer-subscription'))
    .toEqual([{ subscriptionId: subscription.id, now: true }]);
  const toast = screen.getByRole('alert').filter({ hasText: 'Couldn’t end the payment plan' });
  await expect.element(toast).toBeVisible();
});

test('ends access to what was delivered for refunded items, unless the seller keeps it', async () => {
  const [line] = createOrderDetail().lines;
  const lines = line ? [line, { ...line, key: 'bump:book', name: 'Book' }] : [];
  const entitlements = [
    createEntitlement(),
    createEntitlement({ id: 'book', lineKey: 'bump:book', name: 'Book as PDF' }),
    createEntitlement({ id: 'kept', name: 'Kept notes', decision: 'kept' }),
  ];
  const payments = [createOrderPayment({ amount: 8000, refundable: 8000 })];
  const order = createOrderDetail({ lines, entitlements, payments, total: 8000, received: 8000 });
  const { screen, rpc } = await renderApp(ADDRESS, refundingHandlers(order));
  await openButton(screen).click();
  const endAccess = dialog(screen).getByLabelText(/^End access to what was delivered/);
  await expect.element(endAccess).toBeChecked();
  await expect.element(dialog(screen)).toMatchTextContent('Carving guide, Book as PDF');
  await expect.element(dialog(screen)).not.toMatchTextContent('Kept notes');
  await dialog(screen).getByLabelText('Partial refund').click();
  await amountField(screen).fill('10');
  await expect.element(endAccess).not.toBeInTheDocument();
  await dialog(screen).getByLabelText('Some items').click();
  await dialog(screen).getByLabelText('Book, $40.00 USD').click();
  await expect.element(dialog(screen)).toMatchTextContent(/delivered ?Book as PDF/);
  await endAccess.click();
  await submitButton(screen).click();
  await expect
    .poll(() => rpc.bodiesOf('refund-order'))
    .toMatchObject([{ lines: [{ key: 'bump:book', amount: 4000 }], keepAccess: true }]);
});

test('sends no decision about access when a refund ends it', async () => {
  const { screen, rpc } = await renderApp(
    ADDRESS,
    refundingHandlers(createOrderDetail({ entitlements: [createEntitlement()] })),
  );
  await openButton(screen).click();
  await submitButton(screen).click();
  await expect.poll(() => rpc.bodiesOf('refund-order').length).toBe(1);
  expect(rpc.bodiesOf('refund-order')[0]).not.toHaveProperty('keepAccess');
});
