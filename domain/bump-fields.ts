import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listChanges } from './list-changes.ts';
import { formatWithSymbol, parsePrice } from './money.ts';
import { listPriceOptions } from './offer.ts';
import { BUMP_LIMITS, listBuyerChoices, MAX_BUMPS, type OrderBump } from './order-bump.ts';
import {
  changeOf,
  describeChange,
  describeListChanges,
  quoteText,
  type FieldCheck,
  type PageField,
} from './page-field-type.ts';
import { quoteOrder } from './quote.ts';
import { cleanLine, cleanText, validateLength } from './text.ts';

const { labels } = pageChangeMessages;
const { tooLong, bumps: rules } = pageRuleMessages;

type Config = CheckoutPageConfig;

function validatePrices({ price, regularPrice }: OrderBump, { currency, payWhatYouWant }: Config): string | null {
  if (price === '') return rules.priceMissing;
  const parsed = parsePrice(price, currency);
  if ('error' in parsed) return parsed.error;
  if (parsed.amount === 0) return rules.priceMissing;
  if (regularPrice === '') return null;
  if (payWhatYouWant.enabled) return rules.regularPriceWithPayWhatYouWant;
  const regular = parsePrice(regularPrice, currency);
  if ('error' in regular) return regular.error;
  return regular.amount > parsed.amount ? null : rules.regularPriceTooLow;
}

function validateBump(bump: OrderBump, index: number, config: Config): string | null {
  const { title, text } = bump;
  const earlier = config.bumps.items.slice(0, index);
  if (earlier.some(({ id }) => id === bump.id)) return rules.duplicate;
  if (!title) return rules.titleMissing;
  if (earlier.some((other) => other.title.toLowerCase() === title.toLowerCase()))
    return rules.duplicateTitle({ title });
  return (
    validateLength(title, BUMP_LIMITS.title, tooLong.bumpTitle) ??
    validateLength(text, BUMP_LIMITS.text, tooLong.bumpText) ??
    validatePrices(bump, config) ??
    validateOffer(bump, config)
  );
}

function validateOffer({ offeredWith, billing }: OrderBump, config: Config): string | null {
  const options = listPriceOptions(config).filter(({ id }) => offeredWith === null || offeredWith.includes(id));
  if (options.length === 0) return rules.neverOffered;
  const canRepeat = options.some(({ paymentType }) => paymentType === 'subscription');
  return billing === 'with-price' && !canRepeat ? rules.neverRepeats : null;
}

/**
 * Validates the totals of every choice without a coupon, also with the smallest amount that buyers can name. Totals with a
 * coupon are errors of that coupon.
 */
function validateTotals(config: Config): string | null {
  const { enabled, minimum } = config.payWhatYouWant;
  const configs = enabled ? [config, { ...config, price: minimum || '0' }] : [config];
  for (const { config: priced, optionId, bumps, quantity } of configs.flatMap((one) => listBuyerChoices(one))) {
    if (bumps.length === 0) continue;
    const quote = quoteOrder(priced, { optionId, bumps: bumps.map(({ id }) => id), quantity });
    if ('error' in quote && quote.at === 'total')
      return rules.total({
        extras: bumps.map(({ title }) => title),
        total: formatWithSymbol(quote.refused, config.currency),
        reason: quote.error,
      });
  }
  return null;
}

const formatBump = ({ price, billing, enabled }: OrderBump): string =>
  `${price}${billing === 'with-price' ? ` ${pageChangeMessages.values.repeats}` : ''}${enabled ? '' : ` (${pageChangeMessages.values.off})`}`;

function describeBumpChange([before, after]: [OrderBump, OrderBump]): string {
  const title = quoteText(after.title);
  const [oldText, newText] = [formatBump(before), formatBump(after)];
  if (oldText !== newText) return pageChangeMessages.extra({ title, before: oldText, after: newText });
  const item = labels.extra({ title: quoteText(before.title) });
  return before.title === after.title
    ? pageChangeMessages.edited({ item })
    : pageChangeMessages.renamed({ item, name: title });
}

export const bumpsField: PageField<Config['bumps']> = {
  normalize: ({ items, position }) => ({
    position,
    items: items.map((bump) => ({
      ...bump,
      title: cleanLine(bump.title),
      text: cleanText(bump.text),
      price: bump.price.trim(),
      regularPrice: bump.regularPrice.trim(),
    })),
  }),
  validate: (config) => {
    const { items } = config.bumps;
    const checks: FieldCheck[] = items.map((bump, index) => [
      `bumps.${index}`,
      bump.enabled ? validateBump(bump, index, config) : null,
    ]);
    const isValid = checks.every(([, message]) => message === null);
    const tooMany = items.length > MAX_BUMPS ? rules.tooMany({ max: MAX_BUMPS }) : null;
    return [['bumps', tooMany ?? (isValid ? validateTotals(config) : null)], ...checks];
  },
  describe: (change) => {
    const changes = listChanges(change.before.items, change.after.items, isDeepEqual, ({ id }) => id);
    return [
      ...changes.changed.map(describeBumpChange),
      ...describeListChanges(changes, ({ title }) => labels.extra({ title: quoteText(title) }), labels.extras),
      ...describeChange(
        labels.extrasPosition,
        changeOf(change, 'position'),
        (position) => pageChangeMessages.extraPositions[position],
      ),
    ];
  },
};
