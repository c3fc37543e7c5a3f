import { API_RELEASES } from '#content/api-changelog.ts';
import { SITE } from '#content/site.ts';

import type { ENDPOINT_GROUPS } from './define-endpoint.ts';
import type { JsonSchema } from './openapi-types.ts';

const LICENSE_URL = 'https://opensource.org/license/mit';

/** `info` of the document, without its description. */
export const buildInfo = (appUrl: string) => ({
  title: `${SITE.name} API`,
  version: API_RELEASES[0]?.version ?? '1.0.0',
  summary: 'Manage your checkout pages, orders, and account.',
  contact: { name: `${SITE.name} support`, email: SITE.supportEmail, url: `${appUrl}/help` },
  license: { name: 'MIT', url: LICENSE_URL },
  termsOfService: `${appUrl}/terms`,
});

type Group = (typeof ENDPOINT_GROUPS)[number];

/** Descriptions of the groups of endpoints. */
export const GROUP_DESCRIPTIONS: Readonly<Record<Group, string>> = {
  Pages: 'Checkout pages, their drafts, versions and files.',
  Images: 'Images for pages.',
  Coupons: 'Discount codes of a page.',
  Deliverables: 'What pages deliver: files, license keys, private links, and texts.',
  Checkouts: 'Links with which single buyers open a page that is filled in.',
  Orders: 'Purchases, with their history and receipts.',
  Entitlements: 'What buyers have access to: files, license keys, private links, and texts.',
  Licenses: 'License keys of your products, and the requests with which apps check them.',
  Refunds: 'Money that was returned to buyers.',
  Disputes: 'Payments that buyers contest at their bank.',
  Customers: 'Buyers with all of their orders.',
  Subscriptions: 'Subscriptions of buyers.',
  Events: 'A log of everything that happened, to catch up from.',
  Analytics: 'Views, conversion and revenue.',
  Domains: 'Your own domains, each of which shows a page.',
  'Webhook endpoints': 'URLs that receive events.',
  'Webhook deliveries': 'Requests to webhook endpoints, with each attempt.',
  Imports: 'Products from Stripe or Gumroad, which become drafts.',
  Account: 'Settings of your account.',
  'Stripe connection': 'The Stripe account that receives the money.',
  Plan: 'Your own subscription to this service.',
  Keys: 'API keys.',
};

/** Groups of groups, for documentation that is generated from the document. */
export const TAG_GROUPS: readonly { name: string; tags: readonly Group[] }[] = [
  { name: 'Selling', tags: ['Pages', 'Images', 'Coupons', 'Deliverables', 'Checkouts', 'Imports', 'Domains'] },
  {
    name: 'Sales',
    tags: ['Orders', 'Entitlements', 'Licenses', 'Refunds', 'Disputes', 'Customers', 'Subscriptions', 'Analytics'],
  },
  { name: 'Events', tags: ['Events', 'Webhook endpoints', 'Webhook deliveries'] },
  { name: 'Account', tags: ['Account', 'Stripe connection', 'Plan', 'Keys'] },
];

/** Informs generators of SDKs how to fetch the following pages of a list. */
export const PAGINATION: JsonSchema = {
  type: 'cursor',
  inputs: [{ name: 'cursor', in: 'parameters', type: 'cursor' }],
  outputs: { nextCursor: '$.next', results: '$.data' },
};

/** Informs generators of SDKs when to repeat a request. */
export const RETRIES: JsonSchema = {
  strategy: 'backoff',
  backoff: { initialInterval: 500, maxInterval: 60_000, maxElapsedTime: 300_000, exponent: 2 },
  statusCodes: ['429', '502', '503'],
  retryConnectionErrors: true,
};
