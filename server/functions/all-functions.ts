import {
  accountFateFunction,
  deleteAccount,
  endSession,
  exportAccount,
  getAccount,
  listSecurityEvents,
  listSessions,
} from './account.ts';
import { exportAnalytics, getAnalytics, getBreakdown } from './analytics.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import type { RpcFunction } from './backend-function.ts';
import {
  cancelBuyerSubscriptionFunction,
  listBuyerSubscriptions,
  resumeBuyerSubscriptionFunction,
} from './buyer-subscriptions.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { checkSlug } from './check-slug.ts';
import {
  getConnectionFunction,
  stripeConnectAuthorize,
  stripeConnectComplete,
  stripeConnectDashboard,
  stripeConnectOnboarding,
} from './connection.ts';
import { createCoupon, deleteCoupon, listCoupons } from './coupons.ts';
import { applyCouponFunction, createCheckoutSession } from './create-checkout-session.ts';
import { getPage, saveDraft } from './drafts.ts';
import { addDomain, checkSellerDomain, listSellerDomains, removeDomain, setDomainPage } from './domains.ts';
import { exportOrders } from './export-orders.ts';
import { getOrder } from './get-order.ts';
import { findProductsFunction, importProductsFunction } from './imports.ts';
import { uploadImage } from './images.ts';
import { getNotices, setNotices } from './notices.ts';
import { listOrderChoices, listOrders } from './list-orders.ts';
import { getPageCounts } from './page-counts.ts';
import { exportPage, importPage } from './page-files.ts';
import { getVersion, listVersions } from './page-versions.ts';
import { archivePage, deletePage, duplicatePage, listSellerPages, renamePage, unpublishPage } from './pages.ts';
import { refundOrderFunction } from './refund-order.ts';
import { resendReceipt } from './resend-receipt.ts';
import { resumePage } from './resume-page.ts';
import { saveCheckoutPage } from './save-checkout-page.ts';
import { setTimeZone } from './set-time-zone.ts';
import { cancelSubscription, customerPortal, listInvoices, reactivateSubscription } from './subscription-acts.ts';
import { getWebhookDelivery, listWebhookDeliveries, redeliverWebhooks, sendTestWebhook } from './webhook-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from './webhooks.ts';
import { reportPageFunction } from './report-page.ts';
import { checkSubscriptionStatus, createSubscription, upgradeSubscription } from './subscription.ts';

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
