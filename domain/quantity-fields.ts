import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { getCurrency } from './currencies.ts';
import { isDeepEqual } from './deep-equal.ts';
import { formatWithSymbol, parseChargeablePrice, parsePrice } from './money.ts';
import { listPriceOptions } from './offer.ts';
import { listBuyerChoices } from './order-bump.ts';
import {
  changeOf,
  describeChange,
  describeToggle,
  quoteText,
  type FieldCheck,
  type PageField,
} from './page-field-type.ts';
import {
  getTierPrice,
  getUnitPrice,
  MAX_TIERS,
  QUANTITY_LIMITS,
  type QuantitySettings,
  type QuantityTier,
} from './quantity.ts';
import { cleanLine, validateLength } from './text.ts';

const { labels } = pageChangeMessages;
const { tooLong, quantity: rules } = pageRuleMessages;

type Config = CheckoutPageConfig;

const isCount = (count: number, least: number, most: number): boolean => count >= least && count <= most;

/** Every price that a tier can replace, by price option. A base price can change when the countdown ends. */
function listReplacedPrices(config: Config): { optionId: string; name: string; prices: string[] }[] {
  const { countdown } = config;
  const laterPrices = countdown.enabled && countdown.atEnd === 'price' ? [countdown.priceAfter] : [];
  return listPriceOptions(config).map(({ id, name, price }, index) => ({
    optionId: id,
    name,
    prices: index === 0 ? [price, ...laterPrices] : [price],
  }));
}

function validateTierPrices(config: Config, index: number): string | null {
  const { currency, quantity } = config;
  const tier = quantity.tiers[index];
  const options = listReplacedPrices(config);
  if (!tier || options.every(({ optionId }) => getTierPrice(tier, optionId) === '')) return rules.tierPriceMissing;
  for (const { optionId, name, prices } of options) {
    const price = getTierPrice(tier, optionId);
    if (price === '') continue;
    const parsed = parseChargeablePrice(price, currency);
    if ('error' in parsed) return parsed.error;
    const earlierPrices = quantity.tiers.slice(0, index).map((earlier) => getTierPrice(earlier, optionId));
    const isCheaper = [...prices, ...earlierPrices]
      .map((text) => parsePrice(text.trim(), currency))
      .every((earlier) => 'error' in earlier || parsed.amount < earlier.amount);
    if (!isCheaper) return options.length > 1 ? rules.tierNotCheaperFor({ name }) : rules.tierNotCheaper;
  }
  return null;
}

function validateTier(config: Config, index: number): string | null {
  const { tiers, minimum, maximum } = config.quantity;
  const { from = 0 } = tiers[index] ?? {};
  if (!isCount(from, minimum + 1, maximum)) return rules.tierOutside({ minimum: minimum + 1, maximum });
  if (tiers.slice(0, index).some((earlier) => earlier.from === from)) return rules.tierDuplicate({ from });
  return validateTierPrices(config, index);
}

/** Stripe has a largest amount; the most expensive choice must stay below it, also after the countdown. */
function validateLargestTotal(config: Config): string | null {
  const { maximum } = getCurrency(config.currency);
  const withoutBumps = { ...config, bumps: { ...config.bumps, items: [] } };
  for (const { config: priced, optionId, quantity } of listBuyerChoices(withoutBumps)) {
    const unit = parsePrice(getUnitPrice(priced, optionId, quantity).trim(), config.currency);
    if ('amount' in unit && unit.amount * quantity > maximum)
      return rules.totalTooHigh({ count: quantity, maximum: formatWithSymbol(maximum, config.currency) });
  }
  return null;
}

function validateBounds({ quantity, payWhatYouWant, availability }: Config): FieldCheck[] {
  const { minimum, maximum, tiers } = quantity;
  return [
    ['quantity', payWhatYouWant.enabled ? rules.withPayWhatYouWant : null],
    ['quantity.minimum', isCount(minimum, 1, QUANTITY_LIMITS.minimum) ? null : rules.minimum],
    ['quantity.maximum', isCount(maximum, minimum, QUANTITY_LIMITS.maximum) ? null : rules.maximum({ minimum })],
    [
      'quantity.minimum',
      availability.stock !== null && availability.stock < minimum ? rules.minimumAboveStock(availability) : null,
    ],
    ['quantity', tiers.length > MAX_TIERS ? rules.tooManyTiers({ max: MAX_TIERS }) : null],
  ];
}

/** Returns the errors of the settings, or of the tiers if the settings have none. */
function validateQuantity(config: Config): FieldCheck[] {
  const { singular, plural, tiers } = config.quantity;
  const settings: FieldCheck[] = [
    ...validateBounds(config),
    ['quantity.singular', validateLength(singular, QUANTITY_LIMITS.name, tooLong.unitName)],
    ['quantity.plural', validateLength(plural, QUANTITY_LIMITS.name, tooLong.unitName)],
  ];
  const error = settings.find(([, message]) => message !== null);
  if (error) return [error];
  const checks = tiers.map((_, index): FieldCheck => [`quantity.tiers.${index}`, validateTier(config, index)]);
  const isValid = checks.every(([, message]) => message === null);
  return isValid ? [['quantity.maximum', validateLargestTotal(config)]] : checks;
}

const normalizeTier = ({ from, price, optionPrices }: QuantityTier): QuantityTier => ({
  from,
  price: price.trim(),
  optionPrices: Object.fromEntries(
    Object.entries(optionPrices)
      .map(([id, text]): [string, string] => [id, text.trim()])
      .filter(([, text]) => text !== ''),
  ),
});

const formatTier = ({ from, price, optionPrices }: QuantityTier): string =>
  pageChangeMessages.tier({ from, prices: [price, ...Object.values(optionPrices)].filter((text) => text !== '') });

export const quantityField: PageField<QuantitySettings> = {
  normalize: (quantity) => ({
    ...quantity,
    singular: cleanLine(quantity.singular),
    plural: cleanLine(quantity.plural),
    tiers: quantity.tiers.map(normalizeTier).toSorted((one, other) => one.from - other.from),
  }),
  validate: (config) => (config.quantity.enabled ? validateQuantity(config) : []),
  describe: (change) => {
    const { before, after } = change;
    const names = ({ singular, plural }: QuantitySettings) =>
      [singular, plural]
        .filter((name) => name !== '')
        .map(quoteText)
        .join(', ') || pageChangeMessages.values.none;
    return [
      ...describeToggle(changeOf(change, 'enabled'), pageChangeMessages.quantity),
      ...describeChange(labels.minimumQuantity, changeOf(change, 'minimum'), String),
      ...describeChange(labels.maximumQuantity, changeOf(change, 'maximum'), String),
      ...describeChange(labels.unitNames, { before: names(before), after: names(after) }),
      ...(isDeepEqual(before.tiers, after.tiers)
        ? []
        : describeChange(
            labels.quantityPrices,
            changeOf(change, 'tiers'),
            (tiers) => tiers.map(formatTier).join(', ') || pageChangeMessages.values.none,
          )),
    ];
  },
};
