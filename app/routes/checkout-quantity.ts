import { quoteChoice } from '#app/checkout-page/order-combinations.ts';
import type { FieldReader } from '#app/lib/request-fields.ts';
import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { formatQuoteTotal } from '#domain/format-price.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { BASE_OPTION, configForOption } from '#domain/offer.ts';
import { withoutTrials } from '#domain/payment-terms.ts';
import { getNearestQuantity, parseQuantity } from '#domain/quantity.ts';
import type { CheckoutRequest, PublicPage } from '#server/core/services.ts';

import { createRefreshedForm, type OrderActionData } from './parse-checkout-form.ts';

type QuantityPage = Pick<PublicPage, 'config' | 'stockLeft'>;

/** The quantity for which a URL or a link opens the page: the nearest one that it sells. */
export const fitPrefilledQuantity = (
  { config, stockLeft }: QuantityPage,
  { quantity }: { quantity?: string },
): { quantity?: string } =>
  config.quantity.enabled && quantity !== undefined
    ? { quantity: String(getNearestQuantity(config, quantity, { stockLeft })) }
    : {};

/** The order after a press of − or +; null if neither was pressed. */
export function applyStep(
  { config, stockLeft }: QuantityPage,
  order: CheckoutRequest,
  readField: FieldReader,
): CheckoutRequest | null {
  const step = readField('step');
  if (!step || !config.quantity.enabled) return null;
  const change = Number(step) > 0 ? 1 : -1;
  return { ...order, quantity: String(getNearestQuantity(config, order.quantity, { stockLeft, change })) };
}

/**
 * Returns whether the order has another quantity than the page showed the total of, which happens without script only. A
 * quantity that the page doesn't sell is refused anyway.
 */
export function hasUnseenTotal(config: PublicPage['config'], order: CheckoutRequest, readField: FieldReader): boolean {
  if (!config.quantity.enabled || order.quantity === undefined) return false;
  const quantity = readQuantity(config, order.quantity);
  return quantity !== null && quantity !== Number(readField('seenQuantity'));
}

function readQuantity(config: PublicPage['config'], text: string): number | null {
  try {
    return parseQuantity(config, text);
  } catch {
    return null;
  }
}

/** Renders the form with the total of the order, which the buyer has not seen yet. Starts no checkout. */
export function createUnseenForm(
  { config: publicConfig, stockLeft }: QuantityPage,
  order: CheckoutRequest,
  discounted: OrderActionData['discounted'] = null,
): OrderActionData {
  const config = order.withoutTrial ? withoutTrials(publicConfig) : publicConfig;
  const form = { ...createRefreshedForm(order), discounted };
  const quantity = parseQuantity(config, order.quantity ?? null);
  if (stockLeft !== null && quantity > stockLeft)
    return { ...form, errors: { quantity: { message: checkoutErrorMessages.notEnoughLeft({ count: stockLeft }) } } };
  const optionId = order.plan ?? BASE_OPTION;
  const quote = quoteChoice({ config, discounted }, { optionId, bumps: order.bumps ?? [], quantity });
  const line = quote?.lines[0];
  if (!line) return form;
  const format = (amount: number) => formatWithSymbol(amount, config.currency);
  const message = checkoutPageMessages.quantity.payAgain({
    count: quantity,
    unit: format(line.unit),
    sum: format(line.subtotal),
    total: quote.total === line.subtotal ? null : formatQuoteTotal(quote, configForOption(config, optionId) ?? config),
  });
  return { ...form, errors: { form: { message, isNotice: true } } };
}
