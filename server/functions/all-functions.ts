import type { AnyFunction } from './backend-function.ts';
import { getConnection, stripeConnectDashboard, stripeConnectOnboarding } from './connection.ts';
import { applyCouponFunction, createCheckoutSession } from './create-checkout-session.ts';
import { listOrders } from './list-orders.ts';
import { getPage, listSellerPages, saveDraft, uploadImage } from './pages.ts';
import { saveCheckoutPage } from './save-checkout-page.ts';

/** Every function that has a door. */
export const ALL_FUNCTIONS: readonly AnyFunction[] = [
  saveCheckoutPage,
  saveDraft,
  getPage,
  listSellerPages,
  uploadImage,
  getConnection,
  stripeConnectOnboarding,
  stripeConnectDashboard,
  createCheckoutSession,
  applyCouponFunction,
  listOrders,
];
