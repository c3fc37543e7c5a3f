/** Descriptions of the API scopes, in the interface and the API reference. */
export const apiScopeMessages = {
  'pages:read': 'View and export pages, their versions, and what they deliver',
  'pages:write':
    'Edit, import, publish, and delete pages, change what they deliver, and email buyers about new versions of files',
  'coupons:read': 'View coupons',
  'coupons:write': 'Create and delete coupons and single-use codes',
  'checkouts:read': 'View checkouts',
  'checkouts:write': 'Create checkouts',
  'orders:read': 'View orders, customers, refunds, disputes, and licenses, without full license keys',
  'orders:write':
    'Edit the metadata of orders, resend emails, revoke and restore access, and view, add, and change license keys',
  'refunds:write': 'Refund orders',
  'subscriptions:read': 'View buyers’ subscriptions',
  'subscriptions:write': 'Cancel and resume buyers’ subscriptions',
  'analytics:read': 'View analytics',
  'events:read': 'View the event log, including orders and buyers',
  'domains:read': 'View domains',
  'domains:write': 'Add, change, and remove domains',
  'webhooks:read': 'View webhooks and their deliveries, without secrets',
  'webhooks:write': 'Create, change, delete, and test webhooks, and redeliver events',
  'webhooks:secrets': 'View and rotate the signing secrets of webhooks',
  'account:read': 'View the account, its Stripe connection, its plan, and the list of API keys',
  'account:write': 'Change account settings and the plan, create links to Stripe, and revoke API keys',
} as const;
