import { getItemName } from '../content/messages/item-name.ts';
import { formatMoney } from '../domain/money.ts';
import { resolveSchema, type Schema } from './operations.ts';
import type { Column, Row } from './output.ts';

const MAX_COLUMNS = 7;

const isScalar = (schema: Schema): boolean => {
  const { type, anyOf, enum: choices } = resolveSchema(schema);
  if (anyOf) return anyOf.every((one) => isScalar(one));
  const types = [type ?? (choices ? 'string' : 'object')].flat();
  return types.every((one) => one !== 'object' && one !== 'array');
};

const toTitle = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();

/** Columns of the first fields of a resource that have a simple value; the id comes last. */
export function toColumns(item: Schema): readonly Column[] {
  const names = Object.entries(item.properties ?? {}).flatMap(([name, schema]) => (isScalar(schema) ? [name] : []));
  const shown = names.filter((name) => name !== 'id').slice(0, MAX_COLUMNS - 1);
  return [...shown, ...(names.includes('id') ? ['id'] : [])].map((name) => [
    toTitle(name),
    isMoney(item, name) ? (row) => formatCell(row, name) : (row) => row[name],
  ]);
}

/** An amount in minor units beside its currency. */
const isMoney = (item: Schema, name: string): boolean =>
  Boolean(item.properties?.currency) &&
  /minor units/i.test(resolveSchema(item.properties?.[name] ?? {}).description ?? '');

const formatCell = (row: Row, name: string): unknown =>
  typeof row[name] === 'number' ? formatMoney(row[name], String(row.currency)) : row[name];

const getPart = (row: Row, name: string): Row => (row[name] ?? {}) as Row;

/** An amount of an order in minor units, as money. */
const formatOrderAmount = (row: Row, name: 'total' | 'net'): string =>
  formatMoney(Number(getPart(row, 'amounts')[name]), String(row.currency));

const formatDevices = ({ used, max }: Row): string =>
  typeof max === 'number' ? `${String(used)}/${max}` : String(used);

/** The product of an order with its quantity. */
function getProductName({ productName, lineItems }: Row): string {
  const [product] = (lineItems ?? []) as Row[];
  return getItemName({ name: String(productName), quantity: Number(product?.quantity ?? 1) });
}

type ListParts = {
  option: string;
  description: string;
  listItems: (row: Row) => readonly Row[];
  columns: readonly Column[];
};

/** Options of lists that show the parts of each row instead of the row, by operation. */
export const PARTS: Readonly<Record<string, ListParts>> = {
  'orders.list': {
    option: 'lines',
    description: 'List line items instead of orders',
    listItems: ({ lineItems, number, id, currency }) =>
      (lineItems as Row[]).map((item) => ({ orderNumber: number, orderId: id, currency, ...item })),
    columns: [
      ['NUMBER', ({ orderNumber }) => orderNumber],
      ['ITEM', ({ name }) => name],
      ['QUANTITY', ({ quantity }) => quantity],
      ['TOTAL', ({ total, currency }) => formatMoney(Number(total), String(currency))],
      ['REFUNDED', ({ refunded, currency }) => formatMoney(Number(refunded), String(currency))],
      ['KEY', ({ key }) => key],
      ['ORDER', ({ orderId }) => orderId],
    ],
  },
};

/** Columns of lists that are read most, by operation. */
export const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  'orders.list': [
    ['NUMBER', ({ number }) => number],
    ['DATE', ({ createdAt }) => String(createdAt).slice(0, 10)],
    ['STATE', ({ state }) => state],
    ['DISPUTE', ({ disputeState }) => disputeState],
    ['TOTAL', (row) => formatOrderAmount(row, 'total')],
    ['NET', (row) => formatOrderAmount(row, 'net')],
    ['PRODUCT', getProductName],
    ['BUYER', (row) => getPart(row, 'buyer').email ?? getPart(row, 'buyer').name],
    ['ID', ({ id }) => id],
  ],
  'orders.entitlements.list': [
    ['NAME', ({ name }) => name],
    ['KIND', ({ kind }) => kind],
    ['STATE', ({ state }) => state],
    ['REASON', ({ reason }) => reason],
    ['DOWNLOADS', (row) => getPart(row, 'downloads').count],
    ['KEYS', ({ licenses }) => (licenses as Row[]).map(({ ending }) => `…${String(ending)}`).join(', ')],
    ['ID', ({ id }) => id],
  ],
  'licenses.list': [
    ['KEY', ({ ending }) => `…${String(ending)}`],
    ['STATE', ({ state }) => state],
    ['DEVICES', (row) => formatDevices(getPart(row, 'activations'))],
    ['BUYER', ({ buyerEmail }) => buyerEmail],
    ['DELIVERABLE', ({ deliverableName }) => deliverableName],
    ['EXPIRES', ({ expiresAt }) => (typeof expiresAt === 'string' ? expiresAt.slice(0, 10) : null)],
    ['ID', ({ id }) => id],
  ],
  'pages.deliverables.list': [
    ['KIND', ({ kind }) => kind],
    ['NAME', ({ name }) => name],
    ['FILE', (row) => getPart(row, 'file').fileName],
    ['BYTES', (row) => getPart(row, 'file').bytes],
    ['UNUSED KEYS', ({ unusedKeys }) => unusedKeys],
    ['ID', ({ id }) => id],
  ],
  'events.list': [
    ['TYPE', ({ type }) => type],
    ['CREATED AT', ({ createdAt }) => createdAt],
    ['ID', ({ id }) => id],
  ],
  'customers.list': [
    ['EMAIL', ({ email }) => email],
    ['NAME', ({ name }) => name],
    ['ORDERS', ({ orderCount }) => orderCount],
    [
      'NET',
      ({ totals }) =>
        (totals as Row[]).map(({ net, currency }) => formatMoney(Number(net), String(currency))).join(', '),
    ],
    ['LATEST', ({ lastOrderAt }) => String(lastOrderAt).slice(0, 10)],
    ['ID', ({ id }) => id],
  ],
};
