/** Descriptions of the API scopes, in the interface and the API reference. */
export const apiScopeMessages = {
  'pages:read': 'View pages, their versions, and their files',
  'pages:write': 'Edit, import, and publish pages',
  'coupons:write': 'Create and delete coupons',
  'checkouts:write': 'Create and view checkouts',
  'orders:read': 'View orders, customers, and buyers’ subscriptions',
  'orders:write': 'Refund orders, send receipts, and cancel buyers’ subscriptions',
  'analytics:read': 'View analytics',
  'domains:write': 'View and edit domains',
  'webhooks:write': 'View and edit webhooks, including their secrets',
  'account:read': 'View the account, its Stripe connection, and its plan',
  'account:write': 'Change account settings and the plan',
} as const;
