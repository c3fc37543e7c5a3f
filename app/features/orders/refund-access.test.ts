import { expect, test } from 'vitest';

import { createEntitlement } from '#app/testing/entitlements.ts';
import { createOrderDetail, createOrderPayment } from '#app/testing/orders.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { listEntitlementsEndedByRefund } from '#domain/refund-access.ts';

const [line] = createOrderDetail().lines;
const club = { ...line, key: 'main', kind: 'recurring' } as OrderDetail['lines'][number];
const first = createOrderPayment({ id: 'first' });
const renewal = createOrderPayment({ id: 'renewal', renewal: true });

const listNames = (order: Partial<OrderDetail>, payment = first, lineKeys: string[] | null = null): string[] =>
  listEntitlementsEndedByRefund(
    createOrderDetail({ payments: [first], entitlements: [createEntitlement()], ...order }),
    payment,
    lineKeys,
  ).map(({ name }) => name);

test('ends access with the refund of the only payment or of its line', () => {
  expect(listNames({})).toEqual(['Carving guide']);
  expect(listNames({}, first, ['main'])).toEqual(['Carving guide']);
  expect(listNames({}, first, ['bump:book'])).toEqual([]);
  expect(listNames({}, first, [])).toEqual([]);
});

test('keeps access to a subscription while one of its payments is not refunded', () => {
  const lines = [club];
  expect(listNames({ lines, payments: [first, renewal] }, renewal)).toEqual([]);
  const refundedFirst = { ...first, refunded: first.amount, refundable: 0 };
  expect(listNames({ lines, payments: [refundedFirst, renewal] }, renewal)).toEqual(['Carving guide']);
});

test('leaves out access that has ended or that the seller decided about', () => {
  const entitlements = [
    createEntitlement({ state: 'ended', reason: 'expired' }),
    createEntitlement({ decision: 'kept' }),
    createEntitlement({ decision: 'restored' }),
  ];
  expect(listNames({ entitlements })).toEqual([]);
});
