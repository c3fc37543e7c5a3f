import type { CallName, Calls } from './calls.ts';
import { isRecord, readSubscriptionStatus } from './read-subscription-status.ts';

type KindOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'switch'
      : Value extends readonly unknown[]
        ? 'list'
        : 'object';
type Kind = 'text' | 'number' | 'switch' | 'list' | 'object';

type RequiredKeys<Answer> = {
  [Key in keyof Answer]-?: null extends Answer[Key] ? never : undefined extends Answer[Key] ? never : Key;
}[keyof Answer];

/** The required keys of a response (neither optional nor null), each with its kind. */
type Shape<Answer> = { [Key in RequiredKeys<Answer>]: KindOf<Answer[Key]> };

const ORDER_SUBSCRIPTION = { subscription: 'object' } as const;
const ENDPOINT = { endpoint: 'object' } as const;
const DOMAIN = { domain: 'object' } as const;
const PAGE_ID = { pageId: 'text' } as const;

const SHAPES: { [Name in Exclude<CallName, keyof typeof READERS>]: Shape<Calls[Name]['answer']> } = {
  'account-fate': { pages: 'object', orders: 'number', buyersSubscriptions: 'number', connected: 'switch' },
  'add-domain': DOMAIN,
  'apply-coupon': {
    code: 'text',
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
  'create-checkout-session': { url: 'text' },
  'create-coupon': { coupon: 'object', version: 'number' },
  'create-webhook-endpoint': { endpoint: 'object', secret: 'text' },
  'customer-portal': { url: 'text' },
  'delete-account': { deleted: 'switch' },
  'delete-coupon': { deleted: 'switch', version: 'number' },
  'delete-page': { deleted: 'switch' },
  'delete-webhook-endpoint': { deleted: 'switch' },
  'duplicate-page': PAGE_ID,
  'end-session': { ended: 'switch' },
  'export-analytics': { csv: 'text', fileName: 'text' },
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
  'get-notices': { sales: 'switch' },
  'get-order': {
    id: 'text',
    number: 'number',
    state: 'text',
    productName: 'text',
    currency: 'text',
    total: 'number',
    discount: 'number',
    received: 'number',
    refunded: 'number',
    lost: 'number',
    createdAt: 'text',
    original: 'number',
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
  },
  'get-page': { pageId: 'text', config: 'object', revision: 'number', version: 'number', state: 'text' },
  'get-page-counts': { sold: 'number', held: 'number', coupons: 'list' },
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
  'list-domains': { domains: 'list', allowed: 'switch' },
  'list-invoices': { invoices: 'list' },
  'list-order-choices': { pages: 'list', coupons: 'list' },
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
  'redeliver-webhooks': { queued: 'number' },
  'refund-order': { order: 'object' },
  'remove-domain': { removed: 'switch' },
  'rename-page': { name: 'text' },
  'report-page': { reported: 'switch' },
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

type Read = (answer: Record<string, unknown>) => object | null;

const readLinkOrConnected: Read = (answer) =>
  typeof answer.url === 'string' || answer.alreadyConnected === true ? answer : null;

/** Responses with two alternative forms, free-form objects, and responses whose missing fields have derived defaults. */
const READERS = {
  'check-subscription-status': readSubscriptionStatus,
  'create-subscription': ({ success, created, status }) =>
    success === true
      ? {
          success,
          created: created !== false,
          status: isRecord(status) ? readSubscriptionStatus(status) : null,
        }
      : null,
  'stripe-connect-onboarding': readLinkOrConnected,
  'stripe-connect-authorize': readLinkOrConnected,
  'reactivate-subscription': (answer) =>
    answer.reactivated === true || typeof answer.url === 'string' ? answer : null,
  'export-page': (answer) => answer,
  'export-account': (answer) => answer,
} satisfies Partial<Record<CallName, Read>>;

const IS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: Number.isFinite,
  switch: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isRecord,
};

/** Validates a function's response and fills in missing fields; null if the shape is wrong. */
export function readAnswer<Name extends CallName>(name: Name, answer: unknown): Calls[Name]['answer'] | null {
  if (!isRecord(answer)) return null;
  const read: Read | undefined = (READERS as Partial<Record<CallName, Read>>)[name];
  if (read) return read(answer) as Calls[Name]['answer'] | null;
  const shape = (SHAPES as Partial<Record<CallName, Readonly<Record<string, Kind>>>>)[name] ?? {};
  const isOurs = (Object.entries(shape) as [string, Kind][]).every(([key, kind]) => IS[kind](answer[key]));
  return isOurs ? (answer as Calls[Name]['answer']) : null;
}
