import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects, PortalProducts } from '../core/objects.ts';
import {
  clearable,
  flag,
  mergeMetadata,
  metadata,
  required,
  shape,
  text,
  httpUrl,
  type ParamValues,
} from '../core/params.ts';
import {
  checkUpdateFeature,
  checkEnabled,
  featuresRule,
  mergeFeatures,
  DEFAULT_FEATURES,
  readProducts,
  type Features,
} from './portal-features.ts';

type Configuration = Objects['billing_portal.configuration'];

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
