import { invalidParam, missingParam } from '../core/api-error.ts';
import { type CallContext, endpoint, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects, PortalProducts } from '../core/objects.ts';
import {
  clearable,
  flag,
  integer,
  list,
  oneOf,
  required,
  shape,
  text,
  mergeMetadata,
  metadata,
  httpUrl,
  type ParamValues,
} from '../core/params.ts';

type Configuration = Objects['billing_portal.configuration'];
type Features = Configuration['features'];

const enabledRule = { enabled: flag };
const prorationRule = oneOf('always_invoice', 'create_prorations', 'none');

const customerUpdate = shape({
  ...enabledRule,
  allowed_updates: clearable(list(required(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id')))),
});

const cancelRule = shape({
  ...enabledRule,
  mode: oneOf('at_period_end', 'immediately'),
  proration_behavior: prorationRule,
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

const pauseRule = shape({
  ...enabledRule,
  duration: shape({
    type: required(oneOf('indefinite', 'interval_options')),
    interval_options: clearable(
      list(required(shape({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer(1) }))),
    ),
  }),
});

const productRule = shape({
  product: required(text()),
  prices: required(list(required(text()))),
  adjustable_quantity: shape({ enabled: required(flag), maximum: integer(1), minimum: integer(0) }),
});

const updateRule = shape({
  ...enabledRule,
  billing_cycle_anchor: oneOf('now', 'unchanged'),
  default_allowed_updates: clearable(list(required(oneOf('price', 'promotion_code', 'quantity')))),
  products: clearable(list(required(productRule), 10)),
  proration_behavior: prorationRule,
  schedule_at_period_end: shape({
    conditions: list(required(shape({ type: required(oneOf('decreasing_item_amount', 'shortening_interval')) }))),
  }),
  trial_update_behavior: oneOf('continue_trial', 'end_trial'),
});

/** The `features` parameter of a portal configuration. */
const featuresRule = shape({
  customer_update: customerUpdate,
  invoice_history: shape({ enabled: required(flag) }),
  payment_method_update: shape({ ...enabledRule, payment_method_configuration: clearable(text()) }),
  subscription_cancel: cancelRule,
  subscription_pause: pauseRule,
  subscription_update: updateRule,
});
type SentFeatures = NonNullable<ReturnType<typeof featuresRule>>;

/** Stripe's defaults for features that were not sent: everything is off, and trials end. */
const DEFAULT_FEATURES: Features = {
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
const checkEnabled = (features: SentFeatures): void => {
  for (const [name, feature] of Object.entries(features)) {
    const param = `features[${name}][enabled]`;
    if (feature && feature.enabled === undefined && name !== 'subscription_pause') throw missingParam(param);
  }
};

/** Merges a change into an object: groups key by key, other values as a whole; a cleared list is empty. */
const mergeDeep = (before: JsonObject, change: JsonObject): JsonObject => {
  const merged: JsonObject = { ...before };
  for (const [key, value] of Object.entries(change)) {
    const previous = before[key];
    if (value === undefined) continue;
    if (isJsonObject(value) && isJsonObject(previous)) merged[key] = mergeDeep(previous, value);
    else merged[key] = value === null && Array.isArray(previous) ? [] : value;
  }
  return merged;
};

const mergeFeatures = (before: Features, sent: SentFeatures): Features => {
  const { products: _, ...change } = sent.subscription_update ?? {};
  const features = { ...sent, ...(sent.subscription_update && { subscription_update: change }) };
  return mergeDeep(before as unknown as JsonObject, features) as unknown as Features;
};

type SentProduct = NonNullable<ReturnType<typeof productRule>>;

const checkPrices = (call: CallContext, { product: id, prices }: SentProduct, param: string): void => {
  call.repository.get('product', id, `${param}[product]`);
  prices.forEach((priceId, index) => {
    const priceParam = `${param}[prices][${index}]`;
    const price = call.repository.get('price', priceId, priceParam);
    if (price.product !== id)
      throw invalidParam(`The price ${priceId} does not belong to the product ${id}.`, priceParam);
    if (!price.active || !price.recurring)
      throw invalidParam('All prices must be active and recurring to be offered in the portal.', priceParam);
  });
};

const findDuplicate = (values: string[]): string | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

/** Checks and returns the products that were sent; returns the former ones when none were sent. */
const readProducts = (call: CallContext, before: PortalProducts, sent: SentFeatures | undefined): PortalProducts => {
  const productInputs = sent?.subscription_update?.products;
  const param = 'features[subscription_update][products]';
  if (productInputs === undefined) return before;
  const duplicate = findDuplicate((productInputs ?? []).map((entry) => entry.product));
  if (duplicate !== undefined) throw invalidParam(`The product ${duplicate} is given more than once.`, param);
  return (productInputs ?? []).map((entry, index) => {
    checkPrices(call, entry, `${param}[${index}]`);
    const { enabled: isAdjustable = false, maximum = null, minimum = 1 } = entry.adjustable_quantity ?? {};
    return {
      adjustable_quantity: { enabled: isAdjustable, maximum: maximum ?? null, minimum: minimum ?? 1 },
      prices: entry.prices,
      product: entry.product,
    };
  });
};

/** An enabled plan change needs at least one product to change to. */
const checkUpdateFeature = (features: Features, products: PortalProducts): void => {
  const { enabled: isEnabled, default_allowed_updates: allowedUpdates } = features.subscription_update;
  if (!isEnabled) return;
  const requireParam = (key: string): never => {
    const param = `features[subscription_update][${key}]`;
    throw missingParam(param);
  };
  if (allowedUpdates.length === 0) requireParam('default_allowed_updates');
  if (products.length === 0) requireParam('products');
};

const configurationRules = {
  business_profile: shape({
    headline: clearable(text(60)),
    privacy_policy_url: clearable(httpUrl),
    terms_of_service_url: clearable(httpUrl),
  }),
  default_return_url: clearable(httpUrl),
  login_page: shape({ enabled: required(flag) }),
  metadata,
  name: clearable(text()),
};

type Defaults = Omit<Configuration, 'id' | 'features' | 'hidden'>;

const buildDefaults = (call: CallContext): Defaults => ({
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: call.now,
  default_return_url: null,
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: call.now,
});

/** Merges the sent parameters into a configuration; `null` clears. */
const mergeParams = <T extends Defaults>(
  before: T,
  { features: _features, ...sent }: ParamValues<typeof configurationRules> & { features?: unknown },
): T => ({
  ...before,
  ...sent,
  business_profile: { ...before.business_profile, ...sent.business_profile },
  login_page: sent.login_page ? { ...sent.login_page, url: null } : before.login_page,
  metadata: mergeMetadata(before.metadata, sent.metadata),
});

const create = endpoint(
  'POST /v1/billing_portal/configurations',
  { ...configurationRules, features: required(featuresRule) },
  (call, params) => {
    checkEnabled(params.features);
    const features: Features = mergeFeatures(DEFAULT_FEATURES, params.features);
    const products = readProducts(call, [], params.features);
    checkUpdateFeature(features, products);
    const configuration: Configuration = {
      ...mergeParams(buildDefaults(call), params),
      id: newId('bpc_1', 23),
      features,
      hidden: { products },
    };
    return call.insert('billing_portal.configuration', configuration, 'billing_portal.configuration.created');
  },
);

const update = endpoint(
  'POST /v1/billing_portal/configurations/:id',
  { ...configurationRules, active: flag, features: featuresRule },
  (call, params, id) => {
    const before = call.repository.get('billing_portal.configuration', id, 'configuration');
    const features = params.features ? mergeFeatures(before.features, params.features) : before.features;
    const products = readProducts(call, listPortalProducts(before), params.features);
    checkUpdateFeature(features, products);
    const change = { ...mergeParams(before, params), features, updated: call.now, hidden: { products } };
    return call.update('billing_portal.configuration', id, change, 'billing_portal.configuration.updated');
  },
);

export const listPortalProducts = (configuration: Configuration): PortalProducts => configuration.hidden.products;

export const portalConfigurations: Resource = {
  endpoints: [
    create,
    update,
    retrieveEndpoint('/v1/billing_portal/configurations/:id', 'billing_portal.configuration', 'configuration'),
    listEndpoint('/v1/billing_portal/configurations', 'billing_portal.configuration', {
      active: flag,
      is_default: flag,
    }),
  ],
  references: {
    'billing_portal.configuration': {
      'features.subscription_update.products': (call, owner) =>
        listPortalProducts(call.repository.get('billing_portal.configuration', String(owner['id']))),
    },
  },
};
