import type { CheckoutPageConfig } from './checkout-page.ts';
import { getSchedule } from './page-schedule.ts';
import {
  DELAYED_METHODS,
  getPaymentMethod,
  PAYMENT_METHOD_TYPES,
  type AccountPaymentMethods,
} from './payment-methods.ts';
import { DAY_MS } from './time-units.ts';

type PagePayment = Pick<CheckoutPageConfig, 'payment' | 'availability' | 'countdown'>;
type OfferedPayment = PagePayment & Pick<CheckoutPageConfig, 'currency' | 'paymentType' | 'language'>;

/** A page that closes this soon can't wait for delayed payments. */
export const MIN_DAYS_FOR_DELAYED = 14;

/** Why a page takes only payments that arrive at once, whatever its setting is; null if the setting decides. */
export function findInstantReason(config: PagePayment, now: Date): 'stock' | 'closing' | null {
  if (config.availability.stock !== null) return 'stock';
  return getSchedule(config).closesAt && !getInstantOnlyStart(config, now) ? 'closing' : null;
}

/** When a page that will close starts to take only payments that arrive at once; null if it never or already does. */
export function getInstantOnlyStart(config: Pick<PagePayment, 'availability' | 'countdown'>, now: Date): Date | null {
  const { closesAt } = getSchedule(config);
  const start = closesAt && new Date(closesAt.getTime() - MIN_DAYS_FOR_DELAYED * DAY_MS);
  return start && start > now ? start : null;
}

/** Lists what a page leaves out of the methods that its seller has turned on at Stripe. */
export function listExcludedMethods(config: PagePayment, now: Date): string[] {
  const { excluded, instantOnly } = config.payment;
  const isInstantOnly = instantOnly || findInstantReason(config, now) !== null;
  return [...new Set([...excluded, ...(isInstantOnly ? DELAYED_METHODS : [])])];
}

/**
 * Lists the methods that a page offers, most familiar first: cards, then those of the country of the page's language. Null
 * if the page takes only cards and wallets, or the account's methods are unknown.
 */
export function listOfferedMethods(
  config: OfferedPayment,
  account: AccountPaymentMethods | null,
  now: Date,
): string[] | null {
  if (config.payment.methods === 'card' || !account) return null;
  const excluded = listExcludedMethods(config, now);
  const region = new Intl.Locale(config.language).maximize().region;
  const rank = (type: string): number => {
    if (type === 'card') return 0;
    return getPaymentMethod(type).country === region ? 1 : 2 + PAYMENT_METHOD_TYPES.indexOf(type);
  };
  return account.on
    .filter((type) => {
      const { currencies, recurring } = getPaymentMethod(type);
      const isWallet = type === 'apple_pay' || type === 'google_pay';
      return (
        !excluded.includes(isWallet ? 'card' : type) &&
        (currencies?.includes(config.currency) ?? true) &&
        (recurring || config.paymentType === 'one-time')
      );
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
