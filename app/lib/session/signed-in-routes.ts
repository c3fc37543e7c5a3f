/** Signed-in screens: each path with its route module. Used by `routes.ts` and `next-path.ts`. */
export const SIGNED_IN_ROUTES = {
  pages: 'routes/pages.tsx',
  'pages/import': 'routes/pages-import.tsx',
  files: 'routes/files.tsx',
  licenses: 'routes/licenses.tsx',
  orders: 'routes/orders.tsx',
  'orders/subscriptions': 'routes/order-subscriptions.tsx',
  'orders/:id': 'routes/order.tsx',
  customers: 'routes/customers.tsx',
  'customers/:id': 'routes/customer.tsx',
  analytics: 'routes/analytics.tsx',
  domains: 'routes/domains.tsx',
  subscription: 'routes/subscription.tsx',
  account: 'routes/account.tsx',
  integrations: 'routes/integrations.tsx',
  'integrations/webhooks/:id': 'routes/integrations-webhook.tsx',
} as const;
