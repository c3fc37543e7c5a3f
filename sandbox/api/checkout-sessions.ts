import { checkTotal } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { randomText } from '../core/ids.ts';
import { computedListEndpoint, listEndpoint, pageOf, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects, SessionHidden } from '../core/objects.ts';
import { email, mergeMetadata, metadata, oneOf, required, shape, text, type ParamValues } from '../core/params.ts';
import { debitTasks, acceptsDebits } from '../payments/bank-debits.ts';
import { listStandIns } from '../payments/stand-in-methods.ts';
import { voucherTasks } from '../payments/vouchers.ts';
import { insertItems, itemsOf, readLines, totalsOf, type Totals } from './checkout-line-items.ts';
import {
  sessionRules,
  brandingOf,
  EMPTY_INVOICE_DATA,
  checkExpiry,
  checkAccount,
  checkSuccessUrl,
  checkCombination,
} from './checkout-params.ts';
import { redeemableCoupon } from './coupons.ts';

type Session = Objects['checkout.session'];
type Params = ParamValues<typeof sessionRules>;

/** Properties that are always empty in the sandbox. */
const EMPTY_FIELDS = {
  after_expiration: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  currency_conversion: null,
  customer_account: null,
  integration_identifier: null,
  managed_payments: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  wallet_options: null,
} satisfies Partial<Session>;

const toSessionFields = (call: CallContext, params: Params): Partial<Session> => {
  const isPaymentMode = params.mode === 'payment';
  const fields = {
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    billing_address_collection: params.billing_address_collection ?? null,
    branding_settings: brandingOf(call, params.branding_settings),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    consent_collection: params.consent_collection ?? null,
    custom_fields: params.custom_fields ?? [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
      ...params.custom_text,
    },
    customer: params.customer ?? null,
    customer_creation: isPaymentMode ? (params.customer_creation ?? 'if_required') : null,
    customer_email: params.customer_email ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types,
    invoice_creation: isPaymentMode ? { enabled: false, invoice_data: EMPTY_INVOICE_DATA } : null,
    locale: params.locale ?? null,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    origin_context: params.origin_context ?? null,
    payment_method_collection: isPaymentMode ? 'if_required' : (params.payment_method_collection ?? 'always'),
    payment_method_options: params.payment_method_options ?? {},
    phone_number_collection: params.phone_number_collection ?? { enabled: false },
    submit_type: params.submit_type ?? null,
    success_url: params.success_url ?? null,
    ui_mode: 'hosted_page',
  };
  return fields as unknown as Partial<Session>;
};

const needsCard = (params: Params, total: number): boolean =>
  total > 0 || (params.mode === 'subscription' && params.payment_method_collection !== 'if_required');

type Metadata = Record<string, string>;

const hiddenOf = (params: Params, totals: Totals): SessionHidden => {
  const describe = (sent?: { description?: string; metadata?: Metadata }) => ({
    metadata: mergeMetadata(null, sent?.metadata),
    description: sent?.description ?? null,
  });
  return {
    payment: describe(params.payment_intent_data),
    subscription: {
      ...describe(params.subscription_data),
      missingMethod: params.subscription_data?.trial_settings?.end_behavior.missing_payment_method,
    },
    trialDays: params.subscription_data?.trial_period_days,
    coupon: params.discounts?.[0]?.coupon ?? null,
    needsCard: needsCard(params, totals.total),
    paymentIntent: null,
    awaiting: null,
  };
};

/** Subscriptions are paid by card only. */
const methodTypes = (call: CallContext, params: Params, total: number): string[] => {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = params;
  const isOffered = (type: string) => (allowed?.includes(type) ?? true) && !excluded?.includes(type);
  const takesOtherMethods = params.mode === 'payment' && total > 0;
  const types = [
    ...['card'].filter(isOffered),
    ...(takesOtherMethods ? listStandIns(call).filter(isOffered) : []),
    ...(takesOtherMethods && acceptsDebits(call, { allowed, excluded }) ? ['us_bank_account'] : []),
  ];
  if (types.length === 0)
    throw invalidRequest(
      'No valid payment method types for this Checkout Session. Check your payment method settings.',
    );
  return types;
};

const buildSession = (call: CallContext, params: Params, totals: Totals, expires_at: number): Session => {
  const id = `cs_test_a1${randomText(56)}`;
  const coupon = params.discounts?.[0]?.coupon ?? null;
  return {
    ...EMPTY_FIELDS,
    ...(toSessionFields(call, params) as Session),
    id,
    object: 'checkout.session',
    amount_subtotal: totals.subtotal,
    amount_total: totals.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    created: call.now,
    currency: totals.currency,
    customer_details: null,
    discounts: coupon === null ? [] : [{ coupon, promotion_code: null }],
    expires_at,
    invoice: null,
    livemode: false,
    payment_intent: null,
    payment_method_types: methodTypes(call, params, totals.total),
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    total_details: { amount_discount: totals.discount, amount_shipping: 0, amount_tax: 0 },
    url: `${call.origin}/sandbox/pay/${id}`,
    hidden: hiddenOf(params, totals),
  };
};

const create = endpoint('POST /v1/checkout/sessions', sessionRules, (call, params) => {
  checkCombination(params);
  checkSuccessUrl(params.success_url);
  const expiresAt = checkExpiry(call, params.expires_at);
  checkAccount(call);
  if (params.customer !== undefined) call.repository.get('customer', params.customer, 'customer');
  const lines = readLines(call, params);
  const currency = lines[0]?.price.currency ?? '';
  const couponId = params.discounts?.[0]?.coupon;
  const coupon = couponId === undefined ? null : redeemableCoupon(call, couponId, currency, 'discounts[0][coupon]');
  const totals = totalsOf(lines, coupon, currency);
  checkTotal(totals.total, currency);
  const session = call.repository.insert('checkout.session', buildSession(call, params, totals, expiresAt));
  insertItems(call, session.id, lines, totals);
  call.schedule(session.expires_at, 'checkout.session.expire', session.id);
  return session;
});

const expireSession = (call: CallContext, id: string): Session =>
  call.update('checkout.session', id, { status: 'expired', url: null }, 'checkout.session.expired');

const expire = endpoint('POST /v1/checkout/sessions/:id/expire', {}, (call, _params, id) => {
  const session = call.repository.get('checkout.session', id, 'session');
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  return expireSession(call, id);
});

const update = endpoint('POST /v1/checkout/sessions/:id', { metadata }, (call, params, id) => {
  const session = call.repository.get('checkout.session', id, 'session');
  return call.repository.update('checkout.session', id, {
    metadata: mergeMetadata(session.metadata, params.metadata),
  });
});

const filters = {
  customer: text(),
  customer_details: shape({ email: required(email) }),
  payment_intent: text(),
  subscription: text(),
  status: oneOf('open', 'complete', 'expired'),
};

export const checkoutSessions: Resource = {
  endpoints: [
    create,
    update,
    expire,
    retrieveEndpoint('/v1/checkout/sessions/:id', 'checkout.session', 'session'),
    listEndpoint('/v1/checkout/sessions', 'checkout.session', filters),
    computedListEndpoint('/v1/checkout/sessions/:id/line_items', (call, id) =>
      itemsOf(call, call.repository.get('checkout.session', id, 'session').id),
    ),
  ],
  references: {
    'checkout.session': {
      customer: 'customer',
      invoice: 'invoice',
      line_items: (call, session) => {
        const id = String(session['id']);
        return pageOf(`/v1/checkout/sessions/${id}/line_items`, itemsOf(call, id));
      },
      payment_intent: 'payment_intent',
      subscription: 'subscription',
      'discounts.coupon': 'coupon',
    },
  },
  scheduledTasks: {
    ...debitTasks,
    ...voucherTasks,
    'checkout.session.expire': (call, id) => {
      if (call.repository.find('checkout.session', id)?.status === 'open') expireSession(call, id);
    },
  },
};
