import type Stripe from 'stripe';

import { PAYMENT_METHOD_TYPES, type AccountPaymentMethods } from '#domain/payment-methods.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';

import { storePaymentMethods, type ProviderAccountRow } from './queries.ts';
import { isRefused } from './stripe-errors.ts';

const MAX_AGE_MS = HOUR_MS;

/**
 * Fetches which payment methods an account has turned on, at most once an hour unless the seller asks (`refresh`). Errors
 * are only logged: without the list, the builder and the page do not name the methods. Stripe decides what it offers.
 */
export async function syncPaymentMethods(
  context: Context,
  account: ProviderAccountRow,
  refresh = false,
): Promise<void> {
  const { accountId, paymentMethodsCheckedAt: checkedAt, disconnectedAt } = account;
  const now = context.realNow();
  const isFresh = !refresh && checkedAt !== null && now.getTime() - checkedAt.getTime() < MAX_AGE_MS;
  if (!accountId || disconnectedAt || isFresh) return;
  try {
    const { data } = await context.sellerStripe(accountId).paymentMethodConfigurations.list();
    await storePaymentMethods(context.db, account.id, readMethods(data), now);
  } catch (error) {
    context.log.warn({ err: error, accountId }, 'payment_methods_sync_failed');
    if (isRefused(error)) await storePaymentMethods(context.db, account.id, null, now);
  }
}

type Configuration = Stripe.PaymentMethodConfiguration;

/** The configuration for our platform is a child of the platform's own; without one, the account's own default applies. */
function readMethods(configurations: readonly Configuration[]): AccountPaymentMethods | null {
  const active = configurations.filter((one) => one.active && one.is_default);
  const configuration = active.find(({ application }) => application !== null) ?? active[0];
  if (!configuration) return null;
  const settings = new Map<string, unknown>(Object.entries(configuration));
  const availability = PAYMENT_METHOD_TYPES.flatMap((type) => {
    const setting = settings.get(type);
    return isSetting(setting) ? [{ type, available: setting.available }] : [];
  });
  const listTypes = (available: boolean) =>
    availability.filter((one) => one.available === available).map(({ type }) => type);
  return { on: listTypes(true), off: listTypes(false) };
}

const isSetting = (value: unknown): value is { available: boolean } =>
  typeof value === 'object' && value !== null && 'available' in value;
