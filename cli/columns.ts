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
  return [...shown, ...(names.includes('id') ? ['id'] : [])].map((name) => [toTitle(name), (row) => row[name]]);
}

const getPart = (row: Row, name: string): Row => (row[name] ?? {}) as Row;

const orderMoney = (getAmount: (amounts: Row) => number) => (row: Row) =>
  formatMoney(getAmount(getPart(row, 'amounts')), String(row.currency));

/** Columns of lists that are read most, by operation. */
export const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  'orders.list': [
    ['NUMBER', ({ number }) => number],
    ['DATE', ({ createdAt }) => String(createdAt).slice(0, 10)],
    ['STATE', ({ state }) => state],
    ['DISPUTE', ({ dispute }) => dispute],
    ['TOTAL', orderMoney(({ total }) => Number(total))],
    ['NET', orderMoney(({ received, refunded, lost }) => Number(received) - Number(refunded) - Number(lost))],
    ['PRODUCT', (row) => getPart(row, 'product').name],
    ['BUYER', (row) => getPart(row, 'buyer').email ?? getPart(row, 'buyer').name],
    ['ID', ({ id }) => id],
  ],
};
