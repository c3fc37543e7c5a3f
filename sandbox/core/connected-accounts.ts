import { requestRejected } from './api-error.ts';
import type { CallContext } from './call-context.ts';
import { newId } from './ids.ts';
import type { Objects } from './objects.ts';

type Account = Objects['account'];

const currencies = new Map(
  Object.entries({
    US: 'usd',
    CA: 'cad',
    GB: 'gbp',
    AU: 'aud',
    CH: 'chf',
    JP: 'jpy',
    SE: 'sek',
    DK: 'dkk',
    NO: 'nok',
  }),
);
const euroCountries = 'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES';
for (const country of euroCountries.split(' ')) currencies.set(country, 'eur');

/** Countries that a test seller can choose, with their settlement currency. */
export const countries: ReadonlyMap<string, string> = new Map(
  [...currencies].toSorted(([one], [other]) => one.localeCompare(other)),
);

const initialRequirements = ['business_profile.name', 'external_account', 'tos_acceptance.date', 'tos_acceptance.ip'];

export const requirements = (
  due: string[],
  reason: 'requirements.past_due' | null,
): NonNullable<Account['requirements']> => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: reason,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
});

const settings = (name: string | null): NonNullable<Account['settings']> => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: name, timezone: 'Etc/UTC' },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
});

export const EMPTY_PROFILE: NonNullable<Account['business_profile']> = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
};

const controller = {
  type: 'application',
  is_controller: true,
  fees: { payer: 'account' },
  losses: { payments: 'stripe' },
  requirement_collection: 'stripe',
  stripe_dashboard: { type: 'full' },
} satisfies Account['controller'];

/** Creates a full-dashboard account before its owner has entered any details. */
export const buildAccount = (
  call: CallContext,
  input: {
    email?: string;
    country?: string;
    business_profile?: Partial<Account['business_profile']>;
    metadata?: Record<string, string>;
  },
): Account => {
  const { country = 'US', metadata = {} } = input;
  return {
    id: newId('acct_1', 15),
    object: 'account',
    business_profile: { ...EMPTY_PROFILE, ...input.business_profile },
    business_type: null,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    charges_enabled: false,
    controller,
    country,
    created: call.now,
    default_currency: currencies.get(country) ?? 'usd',
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: { object: 'list', data: [], has_more: false, url: '/v1/accounts/external_accounts' },
    future_requirements: requirements([], null),
    metadata,
    payouts_enabled: false,
    requirements: requirements(initialRequirements, 'requirements.past_due'),
    settings: settings(input.business_profile?.name ?? null),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'standard',
    hidden: { deauthorized: false },
  };
};

/** Account fields once all requirements are fulfilled. */
export const ACTIVE_ACCOUNT = {
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  payouts_enabled: true,
  requirements: requirements([], null),
} satisfies Partial<Account>;

/** Account fields while Stripe requires more information before the next payment. */
export const RESTRICTED_ACCOUNT = {
  capabilities: { card_payments: 'inactive', transfers: 'inactive' },
  charges_enabled: false,
  payouts_enabled: false,
  requirements: requirements(['company.tax_id', 'individual.verification.document'], 'requirements.past_due'),
} satisfies Partial<Account>;

export const PLATFORM_ACCOUNT_ID = 'acct_1SandboxPlatform';

/** Returns the platform's own account, to which the API key belongs; it is not stored. */
export const buildPlatformAccount = (call: CallContext): Account => {
  const account = buildAccount(call, {
    email: 'platform@example.com',
    business_profile: { name: 'Sandbox platform' },
  });
  const { controller: _controller, ...rest } = account;
  return { ...rest, ...ACTIVE_ACCOUNT, details_submitted: true, id: PLATFORM_ACCOUNT_ID };
};

/** Returns an account that is still connected, or throws Stripe's 403. */
export const getConnectedAccount = ({ platform }: Pick<CallContext, 'platform'>, id: string): Account => {
  const account = platform.find('account', id);
  if (account && !account.hidden.deauthorized) return account;
  throw requestRejected(
    403,
    `The provided key 'sk_test_****' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    'account_invalid',
  );
};

/** Updates an account and emits `account.updated` with the previous attributes. */
export const updateAccount = (call: CallContext, id: string, change: Partial<Account>): Account => {
  const before = getConnectedAccount(call, id);
  const after = call.platform.update('account', id, change);
  call.forAccount(id).emit('account.updated', after, before);
  return after;
};

const application = { id: 'ca_Sandbox', object: 'application', name: 'Sandbox platform' };

/** Restores the platform's access to a disconnected account. */
export const authorizeAccount = (call: CallContext, id: string): void => {
  if (!call.platform.get('account', id).hidden.deauthorized) return;
  call.platform.updateHidden('account', id, { deauthorized: false });
  call.forAccount(id).emit('account.application.authorized', application);
};

/** Revokes the platform's access; the emitted event is the last one that it receives for the account. */
export const disconnectAccount = (call: CallContext, id: string): void => {
  getConnectedAccount(call, id);
  call.forAccount(id).emit('account.application.deauthorized', application);
  call.platform.updateHidden('account', id, { deauthorized: true });
};

/** Returns the account of the call: the platform's or a connected one. */
export const getAccount = (call: CallContext): Account =>
  call.account === '' ? buildPlatformAccount(call) : getConnectedAccount(call, call.account);
