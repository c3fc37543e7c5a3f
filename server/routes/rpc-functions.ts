import { resumePage } from '#server/checkout/rpc/resume-page.ts';

import { exportAnalytics, getAnalytics, getBreakdown, setTimeZone } from '../analytics/rpc/read-analytics.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../api/rpc/manage-api-keys.ts';
import {
  accountFateFunction,
  deleteAccount,
  endSession,
  exportAccount,
  getAccount,
  listSecurityEvents,
  listSessions,
  getNotices,
  setNotices,
  confirmIdentity,
} from '../auth/rpc/manage-account.ts';
import {
  cancelSubscription,
  customerPortal,
  listInvoices,
  reactivateSubscription,
  checkSubscriptionStatus,
  createSubscription,
  upgradeSubscription,
} from '../billing/rpc/manage-plan.ts';
import { applyCouponFunction } from '../checkout/rpc/check-coupon.ts';
import { createCheckoutSession } from '../checkout/rpc/create-checkout-session.ts';
import {
  addDomain,
  checkSellerDomain,
  listSellerDomains,
  removeDomain,
  setDomainPage,
} from '../domains/rpc/manage-domains.ts';
import type { RpcFunction } from '../http/rpc-function.ts';
import { uploadImage } from '../images/rpc/upload-image.ts';
import { findProductsFunction, importProductsFunction } from '../imports/rpc/manage-imports.ts';
import {
  exportOrders,
  getOrder,
  listOrderChoices,
  listOrders,
  refundOrderFunction,
  resendReceipt,
} from '../orders/rpc/manage-orders.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from '../orders/rpc/manage-subscriptions.ts';
import { checkSlug } from '../pages/rpc/check-slug.ts';
import { getVersion, listVersions } from '../pages/rpc/list-versions.ts';
import { createCoupon, deleteCoupon, listCoupons } from '../pages/rpc/manage-coupons.ts';
import {
  getPageCounts,
  archivePage,
  deletePage,
  duplicatePage,
  listSellerPages,
  renamePage,
  unpublishPage,
} from '../pages/rpc/manage-pages.ts';
import { saveCheckoutPage } from '../pages/rpc/save-checkout-page.ts';
import { getPage, saveDraft } from '../pages/rpc/save-draft.ts';
import { reportPageFunction } from '../pages/rpc/submit-page-report.ts';
import { exportPage, importPage } from '../pages/rpc/transfer-page-file.ts';
import {
  getConnectionFunction,
  stripeConnectAuthorize,
  stripeConnectComplete,
  stripeConnectDashboard,
  stripeConnectOnboarding,
} from '../stripe/rpc/manage-connection.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhooks,
  sendTestWebhook,
} from '../webhooks/rpc/manage-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from '../webhooks/rpc/manage-endpoints.ts';

/** Every RPC function that the server serves. */
export const RPC_FUNCTIONS: readonly RpcFunction[] = [
  saveCheckoutPage,
  saveDraft,
  getPage,
  listSellerPages,
  renamePage,
  duplicatePage,
  unpublishPage,
  archivePage,
  resumePage,
  deletePage,
  listVersions,
  getVersion,
  getPageCounts,
  checkSlug,
  exportPage,
  importPage,
  findProductsFunction,
  importProductsFunction,
  uploadImage,
  getConnectionFunction,
  stripeConnectOnboarding,
  stripeConnectAuthorize,
  stripeConnectComplete,
  stripeConnectDashboard,
  createCheckoutSession,
  applyCouponFunction,
  listOrders,
  listOrderChoices,
  exportOrders,
  getAnalytics,
  getBreakdown,
  exportAnalytics,
  setTimeZone,
  listBuyerSubscriptions,
  cancelBuyerSubscriptionFunction,
  resumeBuyerSubscriptionFunction,
  getNotices,
  setNotices,
  getOrder,
  refundOrderFunction,
  resendReceipt,
  checkSubscriptionStatus,
  createSubscription,
  upgradeSubscription,
  customerPortal,
  cancelSubscription,
  reactivateSubscription,
  listInvoices,
  listSellerDomains,
  addDomain,
  checkSellerDomain,
  setDomainPage,
  removeDomain,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  showWebhookSecret,
  rotateWebhookSecret,
  sendTestWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhooks,
  confirmIdentity,
  getAccount,
  listSessions,
  endSession,
  listSecurityEvents,
  exportAccount,
  accountFateFunction,
  deleteAccount,
  listCoupons,
  createCoupon,
  deleteCoupon,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  reportPageFunction,
];
