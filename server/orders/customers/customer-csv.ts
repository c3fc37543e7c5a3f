import type { Customer } from '#domain/customer.ts';
import { BYTE_ORDER_MARK, formatTextCell, LINE_END } from '#server/core/csv-cells.ts';
import { formatAmountCell } from '#server/orders/order-csv.ts';

const HEADERS = [
  'Email',
  'Name',
  'Country',
  'Orders',
  'Active subscriptions',
  'First order (UTC)',
  'Latest order (UTC)',
] as const;

/** Renders the header row. Each currency has a column with the net amount, as amounts of several can't be added up. */
export const renderCustomerCsvHeader = (currencies: readonly string[]): string =>
  BYTE_ORDER_MARK + [...HEADERS, ...currencies.map((currency) => `Spent ${currency}`)].join(',') + LINE_END;

export const renderCustomerCsvRows = (customers: readonly Customer[], currencies: readonly string[]): string =>
  customers.map((customer) => toCells(customer, currencies).join(',') + LINE_END).join('');

function toCells(customer: Customer, currencies: readonly string[]): string[] {
  const netByCurrency = new Map(customer.totals.map(({ currency, net }) => [currency, net]));
  const amountCell = (currency: string): string => {
    const net = netByCurrency.get(currency);
    return net === undefined ? '' : formatAmountCell(net, currency);
  };
  return [
    formatTextCell(customer.email),
    formatTextCell(customer.name),
    formatTextCell(customer.country),
    String(customer.orderCount),
    String(customer.activeSubscriptions),
    customer.firstOrderAt,
    customer.lastOrderAt,
    ...currencies.map(amountCell),
  ];
}
