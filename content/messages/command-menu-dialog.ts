import { plural } from './plural.ts';

type Query = { query: string };

/** Texts of the open command menu. */
export const commandMenuDialogMessages = {
  title: 'Search',
  label: 'Search screens, pages, orders, and help',
  placeholder: 'Search or jump to…',
  groups: {
    recentPages: 'Recent pages',
    screens: 'Go to',
    actions: 'Actions',
    pages: 'Pages',
    orders: 'Orders',
    help: 'Help',
  },
  actions: {
    newPage: 'New page',
    template: 'New page from a template',
    signOut: 'Sign out',
  },
  screens: {
    subscriptions: 'Subscriptions',
    importProducts: 'Import products',
  },
  /** Words that find a command besides its label. */
  keywords: {
    pages: 'home dashboard products checkout',
    files: 'downloads uploads storage delivery',
    licenses: 'serial numbers activations devices codes',
    orders: 'sales payments refunds',
    subscriptions: 'recurring memberships installments',
    customers: 'buyers people email addresses notes',
    analytics: 'revenue visitors conversion statistics reports',
    domains: 'custom dns url',
    integrations: 'api keys webhooks zapier developers',
    billing: 'subscription upgrade invoices card usage trial settings',
    account: 'profile password email security two-factor passkeys notifications settings',
    help: 'support docs faq contact',
    importProducts: 'stripe gumroad csv',
    newPage: 'create add builder product',
    template: 'create add gallery',
    signOut: 'log out logout',
  },
  orderDetail: ({ number, product }: { number: number; product: string }) => `Order ${number} · ${product}`,
  allOrders: ({ query }: Query) => `All orders matching “${query}”`,
  allHelp: ({ query }: Query) => `Search help for “${query}”`,
  newTab: 'Opens in a new tab',
  searching: 'Searching orders…',
  pagesError: 'Couldn’t load your pages.',
  ordersError: 'Couldn’t search your orders.',
  noResults: ({ query }: Query) => `No results for “${query}”`,
  found: ({ count }: { count: number }) => plural(count, { one: '1 result', other: `${count} results` }),
} as const;
