import { useCallback, useMemo, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS, MAX_STOCK, MAX_OFFER_TEXT_LENGTH } from '#domain/offer.ts';
import { validatePage, normalizeConfig, type FieldError } from '#domain/page-validation.ts';
import { calculatePricing } from '#domain/pricing.ts';
import { countCharacters } from '#domain/text.ts';

import { sortByTab, getConfigKey, filterVisibleErrors } from './config-keys.ts';
import { useSlugError } from './slug-checker.ts';

type Config = CheckoutPageConfig;
type Suffix = string | false;

const findFirst = (...suffixes: Suffix[]): string | null => suffixes.find((suffix) => suffix !== false) ?? null;
const isTooLong = (text: string): boolean => countCharacters(text) > MAX_OFFER_TEXT_LENGTH;

function locateCountdownError({ countdown, priceOptions, payWhatYouWant }: Config): string | null {
  const changesPrice = countdown.atEnd === 'price';
  const severalPrices = priceOptions.others.length > 0 || payWhatYouWant.enabled;
  return findFirst(
    countdown.endsAt === null && 'endsAt',
    isTooLong(countdown.text) && 'text',
    isTooLong(countdown.textAfter) && 'textAfter',
    changesPrice && severalPrices && 'atEnd',
    changesPrice && 'priceAfter',
  );
}

function locateAvailabilityError({ availability }: Config): string | null {
  const { opensAt, closesAt, stock, earlyText, closedText, soldOutText } = availability;
  return findFirst(
    opensAt !== null && closesAt !== null && closesAt <= opensAt && 'closesAt',
    stock !== null && (stock < 1 || stock > MAX_STOCK) && 'stock',
    isTooLong(earlyText) && 'earlyText',
    isTooLong(closedText) && 'closedText',
    isTooLong(soldOutText) && 'soldOutText',
    // A countdown that ends before the page opens.
    opensAt !== null && 'opensAt',
  );
}

function locatePayWhatYouWantError({ payWhatYouWant, priceOptions, enableCoupon, currency }: Config): string | null {
  const { minimum, maximum, presets } = payWhatYouWant;
  if (priceOptions.others.length > 0 || enableCoupon) return null;
  const isInvalidPrice = (price: string) => 'error' in calculatePricing({ price, currency });
  const parseAmount = (text: string): number | null => {
    const parsed = parsePrice(text, currency);
    return 'amount' in parsed ? parsed.amount : null;
  };
  const [minAmount, maxAmount] = [parseAmount(minimum) ?? 0, parseAmount(maximum) ?? Infinity];
  const isOutOfBounds = (text: string) => {
    const amount = parseAmount(text);
    return amount !== null && (amount < minAmount || amount > maxAmount);
  };
  return findFirst(
    minimum !== '' && isInvalidPrice(minimum) && 'minimum',
    maximum !== '' && isInvalidPrice(maximum) && 'maximum',
    maxAmount < minAmount && 'maximum',
    presets.length > MAX_PRESETS && 'presets',
    presets.some((preset) => isInvalidPrice(preset) || isOutOfBounds(preset)) && 'presets',
  );
}

const locatePriceOptionsError = ({ priceOptions }: Config): string | null =>
  priceOptions.others.length + 1 > MAX_PRICE_OPTIONS ? null : 'baseName';

const LOCATORS: Record<string, (config: Config) => string | null> = {
  countdown: locateCountdownError,
  availability: locateAvailabilityError,
  payWhatYouWant: locatePayWhatYouWantError,
  priceOptions: locatePriceOptionsError,
};

/** Moves an error of a whole section to the control that causes it. The config must be normalized. */
export function locateError(error: FieldError, config: Config): FieldError {
  const suffix = LOCATORS[error.field]?.(config) ?? null;
  return suffix === null ? error : { ...error, field: `${error.field}.${suffix}` };
}

type ServerErrors = { errors: readonly FieldError[]; config: CheckoutPageConfig };

/** Keeps a server error until its field changes. */
const filterActiveServerErrors = ({ errors, config }: ServerErrors, currentConfig: CheckoutPageConfig): FieldError[] =>
  errors.filter(({ field }) => config[getConfigKey(field)] === currentConfig[getConfigKey(field)]);

function validateConfig(config: CheckoutPageConfig): FieldError[] {
  const normalized = normalizeConfig(config);
  return sortByTab(validatePage(normalized).map((error) => locateError(error, normalized)));
}

export function usePageValidation(config: CheckoutPageConfig) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [serverErrors, setServerErrors] = useState<ServerErrors | null>(null);

  const errors = useMemo(() => validateConfig(config), [config]);
  const slugError = useSlugError();
  const visibleErrors = useMemo(() => {
    const activeServerErrors = serverErrors ? filterActiveServerErrors(serverErrors, config) : [];
    // A taken slug is shown as soon as it is known but does not block publishing: the server decides.
    if (slugError && !activeServerErrors.some(({ field }) => field === 'customSlug'))
      activeServerErrors.push({ field: 'customSlug', message: slugError });
    const clientErrors = filterVisibleErrors(errors, touched, showAll).filter(
      ({ field }) => !activeServerErrors.some((error) => error.field === field),
    );
    return sortByTab([...activeServerErrors, ...clientErrors]);
  }, [errors, touched, showAll, serverErrors, config, slugError]);

  const markTouched = useCallback(
    (field: string) => setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  const getFieldError = useCallback(
    (field: string) => visibleErrors.find((error) => error.field === field)?.message ?? null,
    [visibleErrors],
  );
  /** Shows all errors: those of the form and additional ones from the server. */
  const showAllErrors = useCallback((newErrors: readonly FieldError[] = [], rejectedConfig?: CheckoutPageConfig) => {
    setShowAll(true);
    setServerErrors(rejectedConfig ? { errors: newErrors, config: rejectedConfig } : null);
  }, []);

  return { errors, visibleErrors, showAll, markTouched, getFieldError, showAllErrors };
}
