import type { Call } from '../call.ts';
import type { Objects, PortalProducts } from '../objects.ts';
import { clearable, flag, integer, list, oneOf, required, shape, text } from '../params.ts';
import { badParam } from '../problem.ts';

type Configuration = Objects['billing_portal.configuration'];
export type Features = Configuration['features'];

const enabled = { enabled: flag };
const proration = oneOf('always_invoice', 'create_prorations', 'none');

const customerUpdate = shape({
  ...enabled,
  allowed_updates: clearable(
    list(required(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))),
  ),
});

const cancel = shape({
  ...enabled,
  mode: oneOf('at_period_end', 'immediately'),
  proration_behavior: proration,
  cancellation_reason: shape({
    enabled: required(flag),
    feedback_options: clearable(list(required(text()))),
    options: clearable(
      list(
        required(
          oneOf(
            'customer_service',
            'low_quality',
            'missing_features',
            'other',
            'switched_service',
            'too_complex',
            'too_expensive',
            'unused',
          ),
        ),
      ),
    ),
  }),
});

const pause = shape({
  ...enabled,
  duration: shape({
    type: required(oneOf('indefinite', 'interval_options')),
    interval_options: clearable(
      list(
        required(
          shape({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer(1) }),
        ),
      ),
    ),
  }),
});

const product = shape({
  product: required(text()),
  prices: required(list(required(text()))),
  adjustable_quantity: shape({ enabled: required(flag), maximum: integer(1), minimum: integer(0) }),
});

const update = shape({
  ...enabled,
  billing_cycle_anchor: oneOf('now', 'unchanged'),
  default_allowed_updates: clearable(list(required(oneOf('price', 'promotion_code', 'quantity')))),
  products: clearable(list(required(product), 10)),
  proration_behavior: proration,
  schedule_at_period_end: shape({
    conditions: list(
      required(shape({ type: required(oneOf('decreasing_item_amount', 'shortening_interval')) })),
    ),
  }),
  trial_update_behavior: oneOf('continue_trial', 'end_trial'),
});

/** The `features` parameter of a portal configuration. */
export const featuresRule = shape({
  customer_update: customerUpdate,
  invoice_history: shape({ enabled: required(flag) }),
  payment_method_update: shape({ ...enabled, payment_method_configuration: clearable(text()) }),
  subscription_cancel: cancel,
  subscription_pause: pause,
  subscription_update: update,
});
export type SentFeatures = NonNullable<ReturnType<typeof featuresRule>>;

/** Stripe's defaults for features that were not sent: everything is off, and trials end. */
export const noFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: {
      enabled: false,
      feedback_options: null,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** Requires `enabled` for each new feature. */
export const checkEnabled = (features: SentFeatures): void => {
  for (const [name, feature] of Object.entries(features)) {
    const param = `features[${name}][enabled]`;
    if (feature && feature.enabled === undefined && name !== 'subscription_pause')
      throw badParam(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
};

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges a change into an object: groups key by key, other values as a whole; a cleared list is empty. */
const laidOver = (before: Plain, change: Plain): Plain => {
  const merged: Plain = { ...before };
  for (const [key, value] of Object.entries(change)) {
    const was = before[key];
    if (value === undefined) continue;
    if (isPlain(value) && isPlain(was)) merged[key] = laidOver(was, value);
    else merged[key] = value === null && Array.isArray(was) ? [] : value;
  }
  return merged;
};

export const mergeFeatures = (before: Features, sent: SentFeatures): Features => {
  const { products: _, ...change } = sent.subscription_update ?? {};
  const whole = { ...sent, ...(sent.subscription_update && { subscription_update: change }) };
  return laidOver(before as unknown as Plain, whole) as unknown as Features;
};

type SentProduct = NonNullable<ReturnType<typeof product>>;

const checkPrices = (call: Call, { product: id, prices }: SentProduct, param: string): void => {
  call.books.get('product', id, `${param}[product]`);
  prices.forEach((priceId, index) => {
    const at = `${param}[prices][${index}]`;
    const price = call.books.get('price', priceId, at);
    if (price.product !== id)
      throw badParam(`The price ${priceId} does not belong to the product ${id}.`, at);
    if (!price.active || !price.recurring)
      throw badParam('All prices must be active and recurring to be offered in the portal.', at);
  });
};

const firstTwice = (values: string[]): string | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

/** Checks and returns the products that were sent; returns the former ones when none were sent. */
export const productsOf = (
  call: Call,
  before: PortalProducts,
  sent: SentFeatures | undefined,
): PortalProducts => {
  const given = sent?.subscription_update?.products;
  const param = 'features[subscription_update][products]';
  if (given === undefined) return before;
  const twice = firstTwice((given ?? []).map((entry) => entry.product));
  if (twice !== undefined) throw badParam(`The product ${twice} is given more than once.`, param);
  return (given ?? []).map((entry, index) => {
    checkPrices(call, entry, `${param}[${index}]`);
    const { enabled: adjustable = false, maximum = null, minimum = 1 } = entry.adjustable_quantity ?? {};
    return {
      adjustable_quantity: { enabled: adjustable, maximum: maximum ?? null, minimum: minimum ?? 1 },
      prices: entry.prices,
      product: entry.product,
    };
  });
};

/** An enabled plan change needs at least one product to change to. */
export const checkChoice = (features: Features, products: PortalProducts): void => {
  const { enabled: on, default_allowed_updates: allowed } = features.subscription_update;
  if (!on) return;
  const need = (key: string): never => {
    const param = `features[subscription_update][${key}]`;
    throw badParam(`Missing required param: ${param}.`, param, 'parameter_missing');
  };
  if (allowed.length === 0) need('default_allowed_updates');
  if (products.length === 0) need('products');
};
