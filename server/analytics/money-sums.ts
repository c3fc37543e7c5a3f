import type { MoneySum, UsdSum } from '#domain/analytics.ts';

import type { OrderSum, SaleSum } from '#server/db/analytics-money.ts';

const nothingIn = (currency: string): MoneySum => ({
  currency,
  orders: 0,
  orderTotal: 0,
  received: 0,
  refunded: 0,
  lost: 0,
  net: 0,
});

/** Sums of orders and payments by currency; the currency with the most orders comes first. */
export function moneyOf(orders: readonly OrderSum[], sales: readonly SaleSum[]): MoneySum[] {
  const sums = new Map<string, MoneySum>();
  const sumOf = (currency: string): MoneySum => {
    const sum = sums.get(currency) ?? nothingIn(currency);
    sums.set(currency, sum);
    return sum;
  };
  for (const { currency, orders: count, total } of orders) {
    const sum = sumOf(currency);
    sum.orders += count;
    sum.orderTotal += total;
  }
  for (const { currency, received, refunded, lost } of sales) {
    const sum = sumOf(currency);
    sum.received += received;
    sum.refunded += refunded;
    sum.lost += lost;
    sum.net += received - refunded - lost;
  }
  return [...sums.values()].toSorted(
    (one, other) => other.orders - one.orders || (one.currency < other.currency ? -1 : 1),
  );
}

export function usdOf(sales: readonly SaleSum[]): UsdSum {
  const sum = { received: 0, back: 0, net: 0, orderTotal: 0 };
  for (const { usdReceived, usdBack, usdOrders } of sales) {
    sum.received += usdReceived;
    sum.back += usdBack;
    sum.net += usdReceived - usdBack;
    sum.orderTotal += usdOrders;
  }
  return sum;
}
