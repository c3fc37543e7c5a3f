import type { CurrencyRevenue, UsdRevenue } from '#domain/analytics.ts';
import type { OrderSum, PaymentSum } from '#server/analytics/queries/revenue.ts';

const emptySum = (currency: string): CurrencyRevenue => ({
  currency,
  orders: 0,
  orderTotal: 0,
  received: 0,
  refunded: 0,
  lost: 0,
  net: 0,
});

/** Sums of orders and payments by currency; the currency with the most orders comes first. */
export function sumByCurrency(orders: readonly OrderSum[], sales: readonly PaymentSum[]): CurrencyRevenue[] {
  const sums = new Map<string, CurrencyRevenue>();
  const sumOf = (currency: string): CurrencyRevenue => {
    const sum = sums.get(currency) ?? emptySum(currency);
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
    (first, second) => second.orders - first.orders || (first.currency < second.currency ? -1 : 1),
  );
}

export function sumUsd(sales: readonly PaymentSum[]): UsdRevenue {
  const sum = { received: 0, back: 0, net: 0, orderTotal: 0 };
  for (const { usdReceived, usdReturned: usdBack, usdOrders } of sales) {
    sum.received += usdReceived;
    sum.back += usdBack;
    sum.net += usdReceived - usdBack;
    sum.orderTotal += usdOrders;
  }
  return sum;
}
