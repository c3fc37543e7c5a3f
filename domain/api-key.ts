/** What a key may do, with words for who makes one. */
export const API_SCOPES = {
  'pages:read': 'Read pages, their versions and files',
  'pages:write': 'Change, import and publish pages',
  'coupons:write': 'Create and delete coupons',
  'orders:read': 'Read orders and buyers’ subscriptions',
  'orders:write': 'Refund orders, send receipts, end subscriptions',
  'analytics:read': 'Read analytics',
  'domains:write': 'Read and change domains',
  'webhooks:write': 'Read and change webhooks, and show their secrets',
  'account:read': 'Read the account, the connection with Stripe and the plan',
  'account:write': 'Change settings of the account and the plan',
} as const satisfies Record<string, string>;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as readonly ApiScope[];

export const MAX_API_KEYS = 20;

/** A key as its seller's list shows it; the key itself is shown once, when it is made. Dates ISO 8601, UTC. */
export type ApiKey = {
  id: string;
  name: string;
  /** How it begins, to be told from others by. */
  start: string;
  scopes: ApiScope[];
  createdAt: string;
  /** Null: it does not end by itself. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** From where, as limits count it. */
  lastUsedFrom: string | null;
};
