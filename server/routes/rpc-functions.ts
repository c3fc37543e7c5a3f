import * as analytics from '#server/analytics/rpc/read-analytics.ts';
import * as apiKeys from '#server/api/rpc/manage-api-keys.ts';
import * as account from '#server/auth/rpc/manage-account.ts';
import * as plan from '#server/billing/rpc/manage-plan.ts';
import * as couponCheck from '#server/checkout/rpc/check-coupon.ts';
import * as checkout from '#server/checkout/rpc/create-checkout-session.ts';
import * as checkouts from '#server/checkout/rpc/manage-checkouts.ts';
import * as resumedPages from '#server/checkout/rpc/resume-page.ts';
import * as deliverables from '#server/delivery/rpc/manage-deliverables.ts';
import * as files from '#server/delivery/rpc/manage-files.ts';
import * as licenses from '#server/delivery/rpc/manage-licenses.ts';
import * as uploads from '#server/delivery/rpc/manage-uploads.ts';
import * as domains from '#server/domains/rpc/manage-domains.ts';
import type { RpcFunction } from '#server/http/rpc-function.ts';
import * as images from '#server/images/rpc/upload-image.ts';
import * as imports from '#server/imports/rpc/manage-imports.ts';
import * as customers from '#server/orders/rpc/manage-customers.ts';
import * as entitlements from '#server/orders/rpc/manage-entitlements.ts';
import * as orders from '#server/orders/rpc/manage-orders.ts';
import * as subscriptions from '#server/orders/rpc/manage-subscriptions.ts';
import * as slugs from '#server/pages/rpc/check-slug.ts';
import * as bundleProducts from '#server/pages/rpc/list-bundle-products.ts';
import * as versions from '#server/pages/rpc/list-versions.ts';
import * as couponCodes from '#server/pages/rpc/manage-coupon-codes.ts';
import * as coupons from '#server/pages/rpc/manage-coupons.ts';
import * as drafts from '#server/pages/rpc/manage-drafts.ts';
import * as pages from '#server/pages/rpc/manage-pages.ts';
import * as pageReports from '#server/pages/rpc/report-page.ts';
import * as publishing from '#server/pages/rpc/save-checkout-page.ts';
import * as pageFiles from '#server/pages/rpc/transfer-page-file.ts';
import * as signingSecret from '#server/sellers/rpc/manage-signing-secret.ts';
import * as connection from '#server/stripe/rpc/manage-connection.ts';
import * as webhookDeliveries from '#server/webhooks/rpc/manage-deliveries.ts';
import * as webhookEndpoints from '#server/webhooks/rpc/manage-endpoints.ts';

const RPC_MODULES: readonly object[] = [
  publishing,
  drafts,
  pages,
  resumedPages,
  versions,
  bundleProducts,
  slugs,
  pageFiles,
  deliverables,
  imports,
  images,
  connection,
  checkout,
  checkouts,
  couponCheck,
  orders,
  entitlements,
  licenses,
  customers,
  analytics,
  subscriptions,
  plan,
  domains,
  webhookEndpoints,
  webhookDeliveries,
  account,
  couponCodes,
  coupons,
  apiKeys,
  signingSecret,
  pageReports,
  files,
  uploads,
];

const isRpcFunction = (value: unknown): value is RpcFunction =>
  typeof value === 'object' && value !== null && 'handleRequest' in value;

/** Every RPC function that the server serves: those that the modules in the folders `rpc` export. */
export const RPC_FUNCTIONS: readonly RpcFunction[] = RPC_MODULES.flatMap((module) => Object.values(module)).filter(
  isRpcFunction,
);
