import { endpoint, type Call, type Resource } from '../call.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Objects, PortalProducts } from '../objects.ts';
import { clearable, flag, mergeMetadata, metadata, required, shape, text, webAddress } from '../params.ts';
import {
  checkChoice,
  checkEnabled,
  featuresRule,
  mergeFeatures,
  noFeatures,
  productsOf,
  type Features,
} from './portal-features.ts';

type Configuration = Objects['billing_portal.configuration'];

const keys = {
  business_profile: shape({
    headline: clearable(text(60)),
    privacy_policy_url: clearable(webAddress),
    terms_of_service_url: clearable(webAddress),
  }),
  default_return_url: clearable(webAddress),
  login_page: shape({ enabled: required(flag) }),
  metadata,
  name: clearable(text()),
};

const blank = (call: Call): Omit<Configuration, 'id' | 'features'> => ({
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

type Sent = { [K in keyof typeof keys]: ReturnType<(typeof keys)[K]> };

const defined = <T extends object>(given: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  JSON.parse(JSON.stringify(given ?? {}));

/** Merges the sent parameters into a configuration; `null` clears. */
const merged = <T extends Omit<Configuration, 'id' | 'features'>>(before: T, sent: Sent): T => ({
  ...before,
  business_profile: { ...before.business_profile, ...defined(sent.business_profile) },
  default_return_url:
    sent.default_return_url === undefined ? before.default_return_url : sent.default_return_url,
  login_page: sent.login_page ? { enabled: sent.login_page.enabled, url: null } : before.login_page,
  metadata: mergeMetadata(before.metadata, sent.metadata),
  name: sent.name === undefined ? before.name : sent.name,
});

const create = endpoint(
  'POST /v1/billing_portal/configurations',
  { ...keys, features: required(featuresRule) },
  (call, params) => {
    checkEnabled(params.features);
    const features: Features = mergeFeatures(noFeatures, params.features);
    const products = productsOf(call, [], params.features);
    checkChoice(features, products);
    const configuration: Configuration = {
      ...merged(blank(call), params),
      id: newId('bpc_1', 23),
      features,
      hidden: { products },
    };
    call.books.insert('billing_portal.configuration', configuration);
    call.emit('billing_portal.configuration.created', configuration);
    return configuration;
  },
);

const update = endpoint(
  'POST /v1/billing_portal/configurations/:id',
  { ...keys, active: flag, features: featuresRule },
  (call, params, id) => {
    const before = call.books.get('billing_portal.configuration', id, 'configuration');
    const features = params.features ? mergeFeatures(before.features, params.features) : before.features;
    const products = productsOf(call, productsIn(before), params.features);
    checkChoice(features, products);
    const after = call.books.update('billing_portal.configuration', id, {
      ...merged(before, params),
      active: params.active ?? before.active,
      features,
      updated: call.now,
      hidden: { products },
    });
    call.emit('billing_portal.configuration.updated', after, before);
    return after;
  },
);

export const productsIn = (configuration: Configuration): PortalProducts =>
  configuration.hidden?.products ?? [];

export const portalConfigurations: Resource = {
  endpoints: [
    create,
    update,
    retrieval('/v1/billing_portal/configurations/:id', 'billing_portal.configuration', 'configuration'),
    listing(
      '/v1/billing_portal/configurations',
      'billing_portal.configuration',
      { active: flag, is_default: flag },
      (params) => [...where('active', params.active), ...where('is_default', params.is_default)],
    ),
  ],
  references: {
    'billing_portal.configuration': {
      'features.subscription_update.products': (call, owner) =>
        productsIn(call.books.get('billing_portal.configuration', String(owner['id']))),
    },
  },
};
