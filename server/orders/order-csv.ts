import { getCurrency } from '#domain/currencies.ts';
import { BYTE_ORDER_MARK, formatTextCell, LINE_END } from '#server/core/csv-cells.ts';
import type { AddedColumn, OrderToExport } from '#server/orders/queries/order-lists.ts';

/** Formats minor units as a decimal number. Digits that the currency does not show appear only if they are not zero. */
export function formatAmountCell(amount: number, currencyCode: string): string {
  const { decimals, displayDecimals: shownDecimals } = getCurrency(currencyCode);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const integerDigits = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const hidden = fraction.slice(shownDecimals);
  const shown = /[1-9]/.test(hidden) ? fraction : fraction.slice(0, shownDecimals);
  return `${amount < 0 ? '-' : ''}${integerDigits}${shown && `.${shown}`}`;
}

type Column = readonly [header: string, toCell: (row: OrderToExport, appUrl: string) => string];

const moneyColumn = (header: string, amountOf: (row: OrderToExport) => number): Column => [
  header,
  (row) => formatAmountCell(amountOf(row), row.currency),
];
const textColumn = (header: string, textOf: (row: OrderToExport, appUrl: string) => string | null): Column => [
  header,
  (row, appUrl) => formatTextCell(textOf(row, appUrl)),
];

/** `Course = 49.00; Workbook = 19.00`, before the discount, with what is due after a free trial. */
function formatItems({ lines, currency }: OrderToExport): string {
  return lines
    .map(({ name, quantity, subtotal }) => {
      const item = quantity === 1 ? name : `${name} × ${quantity}`;
      return `${item} = ${formatAmountCell(subtotal, currency)}`;
    })
    .join('; ');
}

const COLUMNS: readonly Column[] = [
  ['Number', ({ number }) => String(number)],
  ['Date (UTC)', ({ createdAt }) => createdAt],
  ['State', ({ state }) => state],
  ['Dispute', ({ dispute }) => dispute ?? ''],
  textColumn('Product', ({ productName }) => productName),
  ['Quantity', ({ quantity }) => String(quantity)],
  textColumn('Items', formatItems),
  ['Renews', ({ billing }) => billing ?? ''],
  textColumn('Page', ({ slug }, appUrl) => slug && `${appUrl}/c/${slug}`),
  textColumn('Buyer', ({ buyerName }) => buyerName),
  textColumn('Email', ({ email }) => email),
  textColumn('Country', ({ country }) => country),
  ['Currency', ({ currency }) => currency],
  moneyColumn('Subtotal', ({ original }) => original),
  moneyColumn('Discount', ({ discount }) => discount),
  textColumn('Coupon', ({ couponCode }) => couponCode),
  moneyColumn('Total', ({ total }) => total),
  moneyColumn('Received', ({ received }) => received),
  moneyColumn('Refunded', ({ refunded }) => refunded),
  moneyColumn('Lost to disputes', ({ lost }) => lost),
  moneyColumn('Net', ({ received, refunded, lost }) => received - refunded - lost),
  textColumn('Payment method', ({ paymentMethod }) => paymentMethod),
  textColumn('Card brand', ({ paymentMethodDetails }) => paymentMethodDetails?.brand ?? null),
  textColumn('Card last 4', ({ paymentMethodDetails }) => paymentMethodDetails?.last4 ?? null),
  textColumn('Payment', ({ paymentIntentId }) => paymentIntentId),
  textColumn('Subscription', ({ subscriptionId }) => subscriptionId),
  textColumn('Checkout session', ({ sessionId }) => sessionId),
  ['Terms accepted', (row) => (row.termsRequired ? (row.termsAccepted ? 'yes' : 'no') : 'not asked')],
  textColumn('Checkout started at (UTC)', ({ checkoutStartedAt }) => checkoutStartedAt),
  ['ID', ({ id }) => id],
  ['Paid at (UTC)', ({ paidAt }) => paidAt ?? ''],
  textColumn('Source', ({ source }) => source),
  textColumn('UTM source', ({ utmSource }) => utmSource),
  textColumn('UTM medium', ({ utmMedium }) => utmMedium),
  textColumn('UTM campaign', ({ utmCampaign }) => utmCampaign),
  textColumn('UTM term', ({ utmTerm }) => utmTerm),
  textColumn('UTM content', ({ utmContent }) => utmContent),
  textColumn('External ID', ({ externalId }) => externalId),
  ['Page ID', ({ pageId }) => pageId],
  textColumn('Price option ID', ({ plan }) => plan),
  ['Checkout ID', ({ checkoutLinkId }) => checkoutLinkId ?? ''],
  ['Plan payments', ({ paymentPlan }) => (paymentPlan ? String(paymentPlan.paid) : '')],
  ['Plan of', ({ paymentPlan }) => (paymentPlan ? String(paymentPlan.count) : '')],
  ['Plan state', ({ paymentPlan }) => paymentPlan?.state ?? ''],
  textColumn('Metadata', ({ metadata }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '')),
  /** Of what the order delivers, such as `active` or `active; ended`. */
  ['Access', ({ entitlementStates }) => entitlementStates.join('; ')],
];
const HEADERS = COLUMNS.map(([header]) => header);

/** Headers of extras and custom fields. A duplicate of another header gets a number. */
function buildAddedHeaders(columns: readonly AddedColumn[]): string[] {
  const usedHeaders = new Set<string>(HEADERS);
  return columns.map(({ label }) => {
    let header = label;
    for (let count = 2; usedHeaders.has(header); count++) header = `${label} (${count})`;
    usedHeaders.add(header);
    return formatTextCell(header);
  });
}

/** Renders the header row. `columns` are the extras and custom fields of the seller's pages, after our own columns. */
export const renderCsvHeader = (columns: readonly AddedColumn[] = []): string =>
  BYTE_ORDER_MARK + [...HEADERS, ...buildAddedHeaders(columns)].join(',') + LINE_END;

/** Renders rows of orders. `appUrl` is the origin of page URLs; `columns` are ids of added columns. */
export const renderCsvRows = (
  rows: readonly OrderToExport[],
  appUrl: string,
  columns: readonly string[] = [],
): string =>
  rows
    .map((row) => [...COLUMNS.map(([, toCell]) => toCell(row, appUrl)), ...toAddedCells(row, columns)].join(','))
    .map((line) => line + LINE_END)
    .join('');

/** What the buyer paid for an extra at first, or their answer to a custom field. */
function toAddedCells({ answers, lines, currency }: OrderToExport, columns: readonly string[]): string[] {
  const cells = new Map([
    ...lines.map(({ key, total }) => [key, formatAmountCell(total, currency)] as const),
    ...answers.map(({ id, value }) => [id, formatTextCell(value)] as const),
  ]);
  return columns.map((id) => cells.get(id) ?? '');
}

type LineItem = { order: OrderToExport; line: OrderToExport['lines'][number] };
type LineColumn = readonly [header: string, toCell: (item: LineItem, appUrl: string) => string];

const lineMoneyColumn = (header: string, amountOf: (line: LineItem['line']) => number): LineColumn => [
  header,
  ({ order, line }) => formatAmountCell(amountOf(line), order.currency),
];

const LINE_COLUMNS: readonly LineColumn[] = [
  ['Order', ({ order }) => String(order.number)],
  ['Date (UTC)', ({ order }) => order.createdAt],
  ['State', ({ order }) => order.state],
  ['Page', ({ order: { slug } }, appUrl) => formatTextCell(slug && `${appUrl}/c/${slug}`)],
  ['Buyer', ({ order }) => formatTextCell(order.buyerName)],
  ['Email', ({ order }) => formatTextCell(order.email)],
  ['Item', ({ line }) => formatTextCell(line.name)],
  ['Key', ({ line }) => formatTextCell(line.key)],
  ['Repeats', ({ line }) => (line.kind === 'recurring' ? 'yes' : 'no')],
  ['Currency', ({ order }) => order.currency],
  lineMoneyColumn('Unit price', ({ unit }) => unit),
  ['Quantity', ({ line }) => String(line.quantity)],
  lineMoneyColumn('Subtotal', ({ subtotal }) => subtotal),
  lineMoneyColumn('Discount', ({ discount }) => discount),
  lineMoneyColumn('Total', ({ total }) => total),
  lineMoneyColumn('Refunded', ({ refunded }) => refunded),
  ['Refunded quantity', ({ line }) => String(line.refundedQuantity)],
  ['Order ID', ({ order }) => order.id],
  ['After the trial', ({ line }) => (line.afterTrial ? 'yes' : 'no')],
  ['Item page ID', ({ line }) => line.item?.pageId ?? ''],
  ['Item price option ID', ({ line }) => formatTextCell(line.item?.optionId ?? '')],
  [
    'Already paid',
    ({ order, line: { item } }) =>
      item?.alreadyPaid === undefined ? '' : formatAmountCell(item.alreadyPaid, order.currency),
  ],
];

export const LINE_CSV_HEADER = BYTE_ORDER_MARK + LINE_COLUMNS.map(([header]) => header).join(',') + LINE_END;

/** Renders one row for each line item of the orders. */
export const renderLineCsvRows = (rows: readonly OrderToExport[], appUrl: string): string =>
  rows
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .map((item) => LINE_COLUMNS.map(([, toCell]) => toCell(item, appUrl)).join(',') + LINE_END)
    .join('');
