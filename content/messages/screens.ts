/** Titles, descriptions and errors of screens that run React in the browser. */
export const screenMessages = {
  account: { title: 'Account', description: 'Your sign-in methods, security settings, and data.' },
  analytics: { title: 'Analytics', description: 'Visitors, conversion rate, and revenue of your checkout pages.' },
  builder: { title: 'Builder', description: 'Design, preview, and publish a checkout page without code.' },
  deliverySample: { title: 'What buyers get', description: 'What a checkout page delivers, as its buyers see it.' },
  domains: { title: 'Domains', description: 'Custom domains for your checkout pages.' },
  integrations: { title: 'Integrations', description: 'API keys and webhooks for your own apps.' },
  webhook: { title: 'Webhook endpoint', description: 'A webhook endpoint and its deliveries.' },
  orders: { title: 'Orders', description: 'All orders from your checkout pages.' },
  order: { title: 'Order', description: 'An order with its payments, refunds, and receipts.' },
  orderSubscriptions: {
    title: 'Buyers’ subscriptions',
    description: 'Your buyers’ active and canceled subscriptions.',
  },
  customers: { title: 'Customers', description: 'Everyone who bought from your checkout pages.' },
  customer: { title: 'Customer', description: 'A customer with their orders, subscriptions, and emails.' },
  pages: { title: 'Your pages', description: 'All your checkout pages with their prices and sales.' },
  files: { title: 'Files', description: 'All files that your checkout pages deliver.' },
  licenses: { title: 'License keys', description: 'The license keys you’ve sold, and the unused keys on your lists.' },
  importProducts: {
    title: 'Import products',
    description: 'Import products from Stripe or Gumroad as checkout pages.',
  },
  subscription: { title: 'Plan and billing', description: 'Your plan, usage this month, and invoices.' },
  signIn: { title: 'Sign in', description: 'Sign in or create an account to build checkout pages.' },
  forgotPassword: { title: 'Forgot your password?', description: 'Get a link by email to choose a new password.' },
  newPassword: { title: 'New password', description: 'Choose a new password for your account.' },
  secondFactor: {
    title: 'Two-factor authentication',
    description: 'Confirm your sign-in with two-factor authentication.',
  },
  emailLink: { title: 'Confirm your email', description: 'Continue with the link from your email.' },
  error: {
    title: 'Something went wrong',
    description: 'We couldn’t show this screen. Try again or open another screen.',
  },
  builderError: {
    title: 'Something went wrong',
    description: 'We couldn’t show the builder. Your unsaved changes are stored in this browser.',
    pages: 'All your pages',
  },
  builderSkipLink: 'Skip to the form',
} as const;
