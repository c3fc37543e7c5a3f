import { isRecord } from './is-record.ts';
import { isPlanId } from './plans.ts';
import type { RpcName, RpcContract } from './rpc-contract.ts';
import type { MonthlySales, PlanStatus, SubscriptionStatus } from './subscription.ts';

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
const planOrNull = (value: unknown) => (isPlanId(value) ? value : null);

const STATUSES: readonly PlanStatus[] = ['trialing', 'active', 'past_due', 'canceled'];

function parseSales(value: unknown): MonthlySales {
  const sales = isRecord(value) ? value : {};
  return {
    amount: numberOr(sales.amount, 0),
    limit: typeof sales.limit === 'number' ? sales.limit : null,
    percentage: numberOr(sales.percentage, 0),
    transactions: numberOr(sales.transactions, 0),
    exceeded: sales.exceeded === true,
  };
}

/** Reads a status with at least the specification's nine fields; the other fields get derived defaults. */
function parseSubscriptionStatus(response: Record<string, unknown>): SubscriptionStatus | null {
  if (typeof response.hasSubscription !== 'boolean') return null;
  const status = STATUSES.find((candidate) => candidate === response.status) ?? null;
  const isRunning = status !== null && status !== 'canceled';
  return {
    ...(response as SubscriptionStatus),
    hasSubscription: response.hasSubscription,
    status,
    currentPlan: planOrNull(response.currentPlan),
    trialEndsAt: stringOrNull(response.trialEndsAt),
    currentPeriodEnd: stringOrNull(response.currentPeriodEnd),
    needsUpgrade: response.needsUpgrade === true,
    suggestedPlan: planOrNull(response.suggestedPlan),
    monthlySales: parseSales(response.monthlySales),
    access: typeof response.access === 'boolean' ? response.access : response.hasSubscription && isRunning,
    trialUsed: response.trialUsed === true,
    cancelAt: stringOrNull(response.cancelAt),
    pendingPlan: isRecord(response.pendingPlan) ? (response as SubscriptionStatus).pendingPlan : null,
    price: typeof response.price === 'number' ? response.price : null,
    newPrice: isRecord(response.newPrice) ? (response as SubscriptionStatus).newPrice : null,
    due: isRecord(response.due) ? (response as SubscriptionStatus).due : null,
    card: isRecord(response.card) ? (response as SubscriptionStatus).card : null,
    now: stringOrNull(response.now) ?? new Date().toISOString(),
  };
}

type FieldKindOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'switch'
      : Value extends readonly unknown[]
        ? 'list'
        : 'object';
type Kind = 'text' | 'number' | 'switch' | 'list' | 'object';

type RequiredKeys<ResponseBody> = {
  [Key in keyof ResponseBody]-?: null extends ResponseBody[Key]
    ? never
    : undefined extends ResponseBody[Key]
      ? never
      : Key;
}[keyof ResponseBody];

/** The required keys of a response (neither optional nor null), each with its kind. */
type Shape<ResponseBody> = { [Key in RequiredKeys<ResponseBody>]: FieldKindOf<ResponseBody[Key]> };

const ORDER_SUBSCRIPTION = { subscription: 'object' } as const;
const ENDPOINT = { endpoint: 'object' } as const;
const DOMAIN = { domain: 'object' } as const;
const PAGE_ID = { pageId: 'text' } as const;
const CHECKOUT = {
  ...PAGE_ID,
  id: 'text',
  state: 'text',
  url: 'text',
  quantity: 'number',
  amount: 'number',
  currency: 'text',
  mode: 'text',
  answers: 'object',
  metadata: 'object',
  createdAt: 'text',
  expiresAt: 'text',
} as const;

const RESPONSE_SHAPES: {
  [Name in Exclude<RpcName, keyof typeof CUSTOM_PARSERS>]: Shape<RpcContract[Name]['response']>;
} = {
  'account-fate': { pages: 'object', orders: 'number', buyersSubscriptions: 'number', connected: 'switch' },
  'add-domain': DOMAIN,
  'apply-coupon': {
    code: 'text',
    coupon: 'object',
    currency: 'text',
    plans: 'list',
    original: 'number',
    discount: 'number',
    total: 'number',
    originalText: 'text',
    totalText: 'text',
    savedText: 'text',
  },
  'archive-page': { archived: 'switch' },
  'cancel-buyer-subscription': ORDER_SUBSCRIPTION,
  'cancel-subscription': { endsAt: 'text' },
  'check-domain': DOMAIN,
  'check-slug': { slug: 'text', url: 'text', available: 'switch' },
  'confirm-identity': { confirmedUntil: 'text' },
  'create-api-key': { key: 'object', secret: 'text' },
  'create-checkout': CHECKOUT,
  'get-checkout': CHECKOUT,
  'create-checkout-session': { url: 'text' },
  'create-coupon': { coupon: 'object', version: 'number' },
  'create-webhook-endpoint': { endpoint: 'object', secret: 'text' },
  'customer-portal': { url: 'text' },
  'delete-account': { deleted: 'switch' },
  'delete-customer': { deleted: 'switch' },
  'delete-coupon': { deleted: 'switch', version: 'number' },
  'delete-page': { deleted: 'switch' },
  'delete-webhook-endpoint': { deleted: 'switch' },
  'duplicate-page': PAGE_ID,
  'end-session': { ended: 'switch' },
  'export-analytics': { csv: 'text', fileName: 'text' },
  'export-customers': { lines: 'text', customers: 'number', upTo: 'number', currencies: 'list' },
  'export-orders': { lines: 'text', orders: 'number', upTo: 'number', columns: 'list' },
  'find-products': { products: 'list' },
  'get-account': {
    email: 'text',
    emailConfirmed: 'switch',
    name: 'text',
    hasPassword: 'switch',
    mayHaveSecondStep: 'switch',
    unshown: 'list',
    createdAt: 'text',
    options: 'object',
  },
  'get-analytics': {
    from: 'text',
    to: 'text',
    level: 'text',
    timeZone: 'text',
    timeZoneChosen: 'switch',
    asOf: 'text',
    unit: 'text',
    figures: 'object',
    points: 'list',
    notes: 'list',
    pages: 'list',
  },
  'get-breakdown': { rows: 'list', page: 'number', pages: 'number', count: 'number' },
  'get-connection': { stripe_onboarding_complete: 'switch', state: 'text', canConnectExisting: 'switch' },
  'get-customer': {
    id: 'text',
    email: 'text',
    orderCount: 'number',
    activeSubscriptions: 'number',
    totals: 'list',
    firstOrderAt: 'text',
    lastOrderAt: 'text',
    orders: 'list',
    subscriptions: 'list',
    emails: 'list',
    hasMoreEmails: 'switch',
    emailBounces: 'switch',
  },
  'get-notices': { sales: 'switch' },
  'get-order': {
    id: 'text',
    number: 'number',
    state: 'text',
    productName: 'text',
    quantity: 'number',
    extras: 'number',
    currency: 'text',
    total: 'number',
    discount: 'number',
    received: 'number',
    refunded: 'number',
    lost: 'number',
    anonymized: 'switch',
    createdAt: 'text',
    original: 'number',
    lines: 'list',
    visit: 'object',
    page: 'object',
    payments: 'list',
    refunds: 'list',
    disputes: 'list',
    agreement: 'object',
    answers: 'list',
    events: 'list',
    receipt: 'object',
    mails: 'list',
    others: 'list',
    providerUrl: 'text',
    metadata: 'object',
  },
  'get-page': { pageId: 'text', config: 'object', revision: 'number', version: 'number', state: 'text' },
  'get-page-counts': { sold: 'number', reserved: 'number', coupons: 'list' },
  'get-version': { number: 'number', config: 'object' },
  'get-webhook-delivery': { delivery: 'object' },
  'get-webhook-endpoint': ENDPOINT,
  'import-page': PAGE_ID,
  'import-products': { pages: 'list', failed: 'list' },
  'list-api-keys': { keys: 'list' },
  'list-buyer-subscriptions': {
    subscriptions: 'list',
    page: 'number',
    pages: 'number',
    count: 'number',
    any: 'switch',
  },
  'list-coupons': { coupons: 'list' },
  'list-customers': {
    customers: 'list',
    page: 'number',
    pages: 'number',
    count: 'number',
    upTo: 'number',
    any: 'switch',
  },
  'list-domains': { domains: 'list', allowed: 'switch' },
  'list-invoices': { invoices: 'list' },
  'list-order-choices': { pages: 'list', coupons: 'list', extras: 'list', paymentMethods: 'list' },
  'list-orders': {
    orders: 'list',
    page: 'number',
    pages: 'number',
    count: 'number',
    totals: 'list',
    last: 'number',
  },
  'list-pages': { pages: 'list', access: 'switch' },
  'list-security-events': { events: 'list', more: 'switch' },
  'list-sessions': { sessions: 'list' },
  'list-versions': { versions: 'list' },
  'list-webhook-deliveries': { deliveries: 'list' },
  'list-webhook-endpoints': { endpoints: 'list', most: 'number' },
  'redeliver-webhooks': { queued: 'number', remaining: 'number' },
  'refund-order': { order: 'object' },
  'remove-domain': { removed: 'switch' },
  'rename-page': { name: 'text' },
  'report-page': { reported: 'switch' },
  'attribute-refund': { order: 'object' },
  'record-outside-refund': { order: 'object' },
  'resend-receipt': { to: 'text' },
  'resume-buyer-subscription': ORDER_SUBSCRIPTION,
  'resume-page': {},
  'revoke-api-key': { revoked: 'switch' },
  'rotate-webhook-secret': { secret: 'text', endpoint: 'object' },
  'save-checkout-page': {
    url: 'text',
    slug: 'text',
    pageId: 'text',
    version: 'number',
    revision: 'number',
  },
  'save-draft': { pageId: 'text', revision: 'number' },
  'save-customer-note': {},
  'send-test-webhook': { delivery: 'object' },
  'set-domain-page': DOMAIN,
  'set-notices': { sales: 'switch' },
  'set-time-zone': { timeZone: 'text' },
  'show-webhook-secret': { secret: 'text' },
  'stripe-connect-complete': {
    stripe_onboarding_complete: 'switch',
    state: 'text',
    canConnectExisting: 'switch',
  },
  'stripe-connect-dashboard': { url: 'text' },
  'unpublish-page': { state: 'text' },
  'update-webhook-endpoint': ENDPOINT,
  'upgrade-subscription': { change: 'text', plan: 'text', charged: 'number' },
  'upload-image': { url: 'text', width: 'number', height: 'number', bytes: 'number' },
};

type ResponseParser = (response: Record<string, unknown>) => object | null;

const parseLinkOrConnected: ResponseParser = (response) =>
  typeof response.url === 'string' || response.alreadyConnected === true ? response : null;

/** Responses with two alternative forms, free-form objects, and responses whose missing fields have derived defaults. */
const CUSTOM_PARSERS = {
  'check-subscription-status': parseSubscriptionStatus,
  'create-subscription': ({ success, created, status }) =>
    success === true
      ? {
          success,
          created: created !== false,
          status: isRecord(status) ? parseSubscriptionStatus(status) : null,
        }
      : null,
  'stripe-connect-onboarding': parseLinkOrConnected,
  'stripe-connect-authorize': parseLinkOrConnected,
  'reactivate-subscription': (response) =>
    response.reactivated === true || typeof response.url === 'string' ? response : null,
  'export-page': (response) => response,
  'export-account': (response) => response,
  'export-customer': (response) => response,
} satisfies Partial<Record<RpcName, ResponseParser>>;

const TYPE_CHECKS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: Number.isFinite,
  switch: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isRecord,
};

/** Validates a function's response and fills in missing fields; null if the shape is wrong. */
export function parseRpcResponse<Name extends RpcName>(
  name: Name,
  response: unknown,
): RpcContract[Name]['response'] | null {
  if (!isRecord(response)) return null;
  const parse: ResponseParser | undefined = (CUSTOM_PARSERS as Partial<Record<RpcName, ResponseParser>>)[name];
  if (parse) return parse(response) as RpcContract[Name]['response'] | null;
  const shape = (RESPONSE_SHAPES as Partial<Record<RpcName, Readonly<Record<string, Kind>>>>)[name] ?? {};
  const isValid = (Object.entries(shape) as [string, Kind][]).every(([key, kind]) => TYPE_CHECKS[kind](response[key]));
  return isValid ? (response as RpcContract[Name]['response']) : null;
}
