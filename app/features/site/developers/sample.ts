import { getReferenceName, type Schema } from './api-document.ts';

type Schemas = Record<string, Schema>;

const MAX_DEPTH = 6;
const FORMAT_SAMPLES: Record<string, string> = {
  uuid: '0193a4c6-5b1e-7c52-9d0f-3b6a2f1c8e47',
  'date-time': '2026-11-20T09:41:07.000Z',
  date: '2026-11-20',
};

/** Realistic values by property name. */
const SAMPLES_BY_NAME: Record<string, unknown> = {
  email: 'ada@example.com',
  name: 'Throwing, taller',
  productName: 'Throwing, taller',
  country: 'GB',
  slug: 'throwing-taller',
  host: 'pay.example.com',
  url: 'https://pay.example.com/',
  code: 'LAUNCH20',
  couponCode: 'LAUNCH20',
  priceText: '$29.00',
  price: 2900,
  currency: 'USD',
  amount: 2900,
  subtotal: 2900,
  total: 2900,
  received: 2900,
  orderTotal: 2900,
  net: 2900,
  discount: 0,
  refunded: 0,
  disputeLosses: 0,
  refundable: 2900,
  number: 42,
  orderNumber: 42,
  accentColor: '#0b6b4f',
  timeZone: 'Europe/London',
  stripePaymentIntentId: 'pi_3QNx8sK2eZvKYlo2C1a2b3c4',
  next: null,
};

/** Creates a sample value of a schema. `depth` ends the recursion of recursive schemas. */
export function createSample(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  if (schema.$ref) {
    const resolvedSchema = schemas[getReferenceName(schema.$ref)];
    return resolvedSchema && depth < MAX_DEPTH ? createSample(resolvedSchema, schemas, name, depth + 1) : {};
  }
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return createChoiceSample(choices, { schema, schemas, name, depth });
  return createTypedSample(schema, schemas, name, depth);
}

type SampleContext = { schema: Schema; schemas: Schemas; name: string; depth: number };

const hasType = ({ type }: Schema, expectedType: string): boolean =>
  type === expectedType || (Array.isArray(type) && type.includes(expectedType));

/** Nullable values are null, except those that are more useful as a sample. */
function createChoiceSample(choices: Schema[], { schemas, name, depth }: SampleContext): unknown {
  const isNullable = choices.some((candidate) => hasType(candidate, 'null'));
  if (isNullable && SAMPLES_BY_NAME[name] === undefined && !SAMPLED_NULLABLE_NAMES.has(name)) return null;
  const firstChoice = choices.find((candidate) => !hasType(candidate, 'null'));
  return firstChoice ? createSample(firstChoice, schemas, name, depth) : null;
}

const SAMPLED_NULLABLE_NAMES = new Set(['paidAt', 'checkedAt', 'plan', 'state']);

function createTypedSample(schema: Schema, schemas: Schemas, name: string, depth: number): unknown {
  const namedSample = SAMPLES_BY_NAME[name];
  const isType = (type: string) => hasType(schema, type);
  if (isType('object') && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, itemSchema]) => [
        key,
        createSample(itemSchema, schemas, key, depth + 1),
      ]),
    );
  if (isType('array')) return createArraySample(schema, schemas, name, depth);
  if (isType('integer') || isType('number'))
    return typeof namedSample === 'number' ? namedSample : (schema.minimum ?? 0) > 0 ? 1 : 0;
  if (isType('boolean')) return true;
  if (isType('string'))
    return FORMAT_SAMPLES[schema.format ?? ''] ?? (typeof namedSample === 'string' ? namedSample : '');
  return isType('object') ? {} : null;
}

function createArraySample({ items, prefixItems }: Schema, schemas: Schemas, name: string, depth: number): unknown[] {
  if (prefixItems) return prefixItems.map((itemSchema) => createSample(itemSchema, schemas, '', depth + 1));
  if (!items || depth > 4) return [];
  // Lists that are empty in most pages.
  if (EMPTY_LIST_NAMES.has(name)) return [];
  return [createSample(items, schemas, '', depth + 1)];
}

const EMPTY_LIST_NAMES = new Set([
  'refunds',
  'disputes',
  'features',
  'items',
  'others',
  'presets',
  'origins',
  'customFields',
  'coupons',
  'annotations',
  'problems',
  'remarks',
  'attempts',
]);
