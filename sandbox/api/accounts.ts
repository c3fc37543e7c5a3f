import { endpoint, type Resource } from '../call.ts';
import {
  businessProfile,
  updateAccount,
  getConnectedAccount,
  countries,
  disconnectAccount,
  buildAccount,
  getAccount,
  buildPlatformAccount,
} from '../connected-accounts.ts';
import { listCurrencies } from '../currency-rules.ts';
import { listEndpoint } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { anyValue, email, flag, mergeMetadata, metadata, oneOf, required, shape, text, httpUrl } from '../params.ts';
import { ApiError, invalidParam, invalidRequest } from '../problem.ts';

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
      { param: 'type' },
    );
  const dashboard = params.controller?.stripe_dashboard?.type ?? 'full';
  if ((params.type ?? 'standard') !== 'standard' || dashboard !== 'full')
    throw invalidRequest('The sandbox plays accounts with the full dashboard only.', {
      param: params.type ? 'type' : 'controller[stripe_dashboard][type]',
    });
  const account = buildAccount(call, {
    ...params.business_profile,
    email: params.email,
    country: params.country,
    metadata: mergeMetadata(null, params.metadata),
  });
  return call.platform.insert('account', account);
});

const update = endpoint(
  'POST /v1/accounts/:id',
  { metadata, email, business_profile: profileRule },
  (call, params, id) => {
    const account = getConnectedAccount(call, id);
    const change: Partial<Account> = { metadata: mergeMetadata(account.metadata ?? {}, params.metadata) };
    if (params.email) change.email = params.email;
    if (params.business_profile)
      change.business_profile = {
        ...businessProfile({}),
        ...account.business_profile,
        ...JSON.parse(JSON.stringify(params.business_profile)),
      };
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
    if (!account || account.hidden?.deauthorized) {
      const description = `This application is not connected to stripe account ${params.stripe_user_id}, or that account does not exist.`;
      throw new ApiError(401, { error: 'invalid_client', error_description: description }, false);
    }
    disconnectAccount(call, account.id);
    return { stripe_user_id: account.id };
  },
);

export const accounts: Resource = {
  endpoints: [
    create,
    update,
    deleteAccount,
    deauthorize,
    endpoint('GET /v1/accounts/:id', {}, (call, _params, id) =>
      id === buildPlatformAccount(call).id ? buildPlatformAccount(call) : getConnectedAccount(call, id),
    ),
    endpoint('GET /v1/account', {}, (call) => getAccount(call)),
    listEndpoint('/v1/accounts', 'account', {}, () => [
      { sql: `json_extract(json, '$.hidden.deauthorized') = 0`, values: [] },
    ]),
    endpoint('POST /v1/accounts/:id/login_links', {}, (call, _params, id) => {
      getConnectedAccount(call, id);
      throw invalidRequest(`Cannot create a login link for an account that is not an Express account.`);
    }),
  ],
};
