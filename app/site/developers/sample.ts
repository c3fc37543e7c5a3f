import { nameOfReference, type Schema } from './api-document.ts';

type Schemas = Record<string, Schema>;

const DEEPEST = 6;
const FORMATS: Record<string, string> = {
  uuid: '0193a4c6-5b1e-7c52-9d0f-3b6a2f1c8e47',
  'date-time': '2026-11-20T09:41:07.000Z',
  date: '2026-11-20',
};

/** Realistic values by property name. */
const BY_NAME: Record<string, unknown> = {
  email: 'ada@example.com',
  name: 'Throwing, taller',
  productName: 'Throwing, taller',
  country: 'GB',
  slug: 'throwing-taller',
  host: 'pay.example.com',
  url: 'https://pay.example.com/',
  code: 'LAUNCH20',
  coupon: 'LAUNCH20',
  priceText: '$29.00',
  price: '29.00',
  currency: 'USD',
  amount: 2900,
  original: 2900,
  total: 2900,
  received: 2900,
  orderTotal: 2900,
  net: 2900,
  discount: 0,
  refunded: 0,
  lost: 0,
  refundable: 2900,
  number: 42,
  orderNumber: 42,
  accentColor: '#0b6b4f',
  timeZone: 'Europe/London',
  reference: 'pi_3QNx8sK2eZvKYlo2C1a2b3c4',
  next: null,
};

/** Creates a sample value of a schema. `depth` ends the recursion of recursive schemas. */
export function sampleOf(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  if (schema.$ref) {
    const shape = schemas[nameOfReference(schema.$ref)];
    return shape && depth < DEEPEST ? sampleOf(shape, schemas, name, depth + 1) : {};
  }
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return ofChoice(choices, { schema, schemas, name, depth });
  return ofType(schema, schemas, name, depth);
}

type Place = { schema: Schema; schemas: Schemas; name: string; depth: number };

const hasType = ({ type }: Schema, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted));

/** Nullable values are null, except those that are more useful as a sample. */
function ofChoice(choices: Schema[], { schemas, name, depth }: Place): unknown {
  const mayBeNull = choices.some((one) => hasType(one, 'null'));
  if (mayBeNull && BY_NAME[name] === undefined && !SHOWN_IF_NULLABLE.has(name)) return null;
  const first = choices.find((one) => !hasType(one, 'null'));
  return first ? sampleOf(first, schemas, name, depth) : null;
}

const SHOWN_IF_NULLABLE = new Set(['paidAt', 'checkedAt', 'currentPlan', 'status']);

function ofType(schema: Schema, schemas: Schemas, name: string, depth: number): unknown {
  const known = BY_NAME[name];
  const fits = (type: string) => hasType(schema, type);
  if (fits('object') && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, part]) => [key, sampleOf(part, schemas, key, depth + 1)]),
    );
  if (fits('array')) return ofArray(schema, schemas, name, depth);
  if (fits('integer') || fits('number'))
    return typeof known === 'number' ? known : (schema.minimum ?? 0) > 0 ? 1 : 0;
  if (fits('boolean')) return true;
  if (fits('string')) return FORMATS[schema.format ?? ''] ?? (typeof known === 'string' ? known : '');
  return fits('object') ? {} : null;
}

function ofArray({ items, prefixItems }: Schema, schemas: Schemas, name: string, depth: number): unknown[] {
  if (prefixItems) return prefixItems.map((part) => sampleOf(part, schemas, '', depth + 1));
  if (!items || depth > 4) return [];
  // Lists that are empty in most pages.
  if (EMPTY.has(name)) return [];
  return [sampleOf(items, schemas, '', depth + 1)];
}

const EMPTY = new Set([
  'refunds',
  'disputes',
  'features',
  'items',
  'others',
  'presets',
  'origins',
  'customFields',
  'validCoupons',
  'notes',
  'diagnosis',
  'remarks',
  'log',
]);
