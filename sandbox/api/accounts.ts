import { listCurrencies } from '../core/amounts.ts';
import { ApiError, invalidParam, invalidRequest, resourceMissing } from '../core/api-error.ts';
import { endpoint, type Resource, type CallContext } from '../core/call-context.ts';
import {
  EMPTY_PROFILE,
  updateAccount,
  getConnectedAccount,
  countries,
  disconnectAccount,
  buildAccount,
  getAccount,
  buildPlatformAccount,
  authorizeAccount,
} from '../core/connected-accounts.ts';
import { randomText, newId } from '../core/ids.ts';
import { computedListEndpoint, listEndpoint } from '../core/list-endpoint.ts';
import type { Objects, AccountLink } from '../core/objects.ts';
import {
  anyValue,
  email,
  flag,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  shape,
  text,
  httpUrl,
} from '../core/params.ts';
import { whereProperties } from '../core/store.ts';

const buildSpec = (country: string, currency: string) => ({
  id: country,
  object: 'country_spec',
  default_currency: currency,
  supported_bank_account_currencies: { [currency]: [country] },
  supported_payment_currencies: listCurrencies(),
  supported_payment_methods: ['card'],
  supported_transfer_countries: [...countries.keys()],
  verification_fields: {
    company: { additional: [], minimum: [] },
    individual: { additional: [], minimum: [] },
  },
});

const countrySpecEndpoints = [
  endpoint('GET /v1/country_specs/:country', {}, (_call, _params, country) => {
    const currency = countries.get(country);
    if (currency === undefined) throw resourceMissing('country_spec', country, 'country');
    return buildSpec(country, currency);
  }),
  computedListEndpoint('/v1/country_specs', () =>
    [...countries].map(([country, currency]) => buildSpec(country, currency)),
  ),
];

const CODE_LIFETIME_S = 300;

/** Stores the authorization code that the browser takes back to the platform after consent. */
export const issueCode = (call: CallContext, account: string, scope: string): string => {
  const id = newId('ac_', 32);
  call.platform.insert('authorization_code', {
    id,
    object: 'authorization_code',
    created: call.now,
    hidden: { account, scope, used: false },
  });
  return id;
};

const invalidGrant = (description: string): ApiError =>
  new ApiError(400, { error: 'invalid_grant', error_description: description }, false);

const token = endpoint(
  'POST /oauth/token',
  {
    grant_type: required(oneOf('authorization_code')),
    code: required(text()),
    client_id: text(),
    client_secret: text(),
    scope: text(),
  },
  (call, { code }) => {
    const authorizationCode = call.platform.find('authorization_code', code);
    if (!authorizationCode) throw invalidGrant(`Authorization code does not exist: ${code}`);
    const { account, scope, used } = authorizationCode.hidden;
    if (used || call.now > authorizationCode.created + CODE_LIFETIME_S)
      throw invalidGrant(`This authorization code has already been used or has expired: ${code}`);
    call.platform.updateHidden('authorization_code', code, { used: true });
    authorizeAccount(call, account);
    return {
      access_token: `sk_test_${randomText(24)}`,
      livemode: false,
      refresh_token: `rt_${randomText(24)}`,
      scope,
      stripe_publishable_key: `pk_test_${randomText(24)}`,
      stripe_user_id: account,
      token_type: 'bearer',
    };
  },
);

const LINK_LIFETIME_S = 300;
/** Time for the form once it was opened in time. */
const OPENED_LIFETIME_S = 3600;

const linkRules = {
  account: required(text()),
  type: required(oneOf('account_onboarding', 'account_update')),
  refresh_url: required(httpUrl),
  return_url: required(httpUrl),
  collect: anyValue,
  collection_options: shape({
    fields: oneOf('currently_due', 'eventually_due'),
    future_requirements: oneOf('include', 'omit'),
  }),
};

const createLink = endpoint('POST /v1/account_links', linkRules, (call, params) => {
  getConnectedAccount(call, params.account);
  if (params.type === 'account_update')
    throw invalidRequest('You cannot create `account_update` type Account Links for this account.', 'type');
  const { account, refresh_url, return_url } = params;
  const { id, ...link } = call.platform.insert('account_link', {
    id: randomText(40),
    object: 'account_link',
    created: call.now,
    expires_at: call.now + LINK_LIFETIME_S,
    hidden: { account, refresh_url, return_url, opened: false, used: false },
  });
  return { ...link, url: `${call.origin}/sandbox/onboarding/${id}` };
});

/** Returns whether the link leads to the form: not used, and opened in its first five minutes. */
export const isLinkOpen = (call: CallContext, link: AccountLink): boolean => {
  const extension = link.hidden.opened ? OPENED_LIFETIME_S : 0;
  return !link.hidden.used && call.now < link.expires_at + extension;
};

type Account = Objects['account'];

const countryRule = (raw: Parameters<ReturnType<typeof text>>[0], param: string): string | undefined => {
  const code = text(2)(raw, param);
  if (code !== undefined && !countries.has(code))
    throw invalidParam(
      `Country '${code}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'IE', or 'GB'.`,
      param,
      'country_code_invalid',
    );
  return code;
};

const controllerRule = shape({
  fees: shape({ payer: oneOf('account', 'application', 'application_custom', 'application_express') }),
  losses: shape({ payments: oneOf('stripe', 'application') }),
  requirement_collection: oneOf('stripe', 'application'),
  stripe_dashboard: shape({ type: oneOf('full', 'express', 'none') }),
});

const profileRule = shape({
  name: text(),
  url: httpUrl,
  mcc: text(),
  support_email: email,
  support_phone: text(),
  support_url: httpUrl,
  product_description: text(),
});
const capabilityRule = shape({ requested: flag });
const createRules = {
  type: oneOf('standard', 'express', 'custom'),
  controller: controllerRule,
  country: countryRule,
  email,
  business_profile: profileRule,
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: shape({ card_payments: capabilityRule, transfers: capabilityRule }),
  default_currency: oneOf(...listCurrencies()),
  metadata,
  settings: anyValue,
};

const create = endpoint('POST /v1/accounts', createRules, (call, params) => {
  if (params.type && params.controller)
    throw invalidRequest(
      'You may not provide the `type` parameter and `controller` parameters simultaneously. They are mutually exclusive.',
      'type',
    );
  const dashboard = params.controller?.stripe_dashboard?.type ?? 'full';
  if ((params.type ?? 'standard') !== 'standard' || dashboard !== 'full')
    throw invalidRequest(
      'The sandbox plays accounts with the full dashboard only.',
      params.type ? 'type' : 'controller[stripe_dashboard][type]',
    );
  const { email: address, country, business_profile } = params;
  const input = { email: address, country, business_profile, metadata: mergeMetadata(null, params.metadata) };
  return call.platform.insert('account', buildAccount(call, input));
});

const update = endpoint(
  'POST /v1/accounts/:id',
  { metadata, email, business_profile: profileRule },
  (call, params, id) => {
    const account = getConnectedAccount(call, id);
    const change: Partial<Account> = { metadata: mergeMetadata(account.metadata ?? {}, params.metadata) };
    if (params.email) change.email = params.email;
    if (params.business_profile)
      change.business_profile = { ...EMPTY_PROFILE, ...account.business_profile, ...params.business_profile };
    return updateAccount(call, id, change);
  },
);

const deleteAccount = endpoint('DELETE /v1/accounts/:id', {}, (call, _params, id) => {
  getConnectedAccount(call, id);
  call.platform.remove('account', id);
  return { id, object: 'account', deleted: true };
});

const deauthorize = endpoint(
  'POST /oauth/deauthorize',
  { client_id: required(text()), stripe_user_id: required(text()) },
  (call, params) => {
    const account = call.platform.find('account', params.stripe_user_id);
    if (!account || account.hidden.deauthorized) {
      const description = `This application is not connected to stripe account ${params.stripe_user_id}, or that account does not exist.`;
      throw new ApiError(401, { error: 'invalid_client', error_description: description }, false);
    }
    disconnectAccount(call, account.id);
    return { stripe_user_id: account.id };
  },
);

export const accounts: Resource = {
  endpoints: [
    ...countrySpecEndpoints,
    createLink,
    token,
    deauthorize,
    create,
    update,
    deleteAccount,
    endpoint('GET /v1/accounts/:id', {}, (call, _params, id) =>
      id === buildPlatformAccount(call).id ? buildPlatformAccount(call) : getConnectedAccount(call, id),
    ),
    endpoint('GET /v1/account', {}, (call) => getAccount(call)),
    listEndpoint('/v1/accounts', 'account', {}, () => whereProperties({ 'hidden.deauthorized': false })),
    endpoint('POST /v1/accounts/:id/login_links', {}, (call, _params, id) => {
      getConnectedAccount(call, id);
      throw invalidRequest(`Cannot create a login link for an account that is not an Express account.`);
    }),
  ],
};
