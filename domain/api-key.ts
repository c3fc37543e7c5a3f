/** API key scopes with their descriptions in the interface. */
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

/** An API key as the list shows it; the full key is shown once, when it is created. Dates are ISO 8601, UTC. */
export type ApiKey = {
  id: string;
  name: string;
  /** The first characters of the key, for recognition. */
  start: string;
  scopes: ApiScope[];
  createdAt: string;
  /** Null: the key does not expire. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** Client address of the last request, in the form that rate limits use. */
  lastUsedFrom: string | null;
};
