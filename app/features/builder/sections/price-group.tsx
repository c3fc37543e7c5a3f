import { X } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { Combobox } from '#app/components/combobox.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { CURRENCIES, type Currency } from '#domain/currencies.ts';
import { CURRENCY_NAMES } from '#domain/currency-names.ts';
import { formatPrice } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice, validateTotal } from '#domain/money.ts';
import { BASE_OPTION, MAX_PRESETS, getAmountLimits, listPriceOptions } from '#domain/offer.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { estimateStripeFee, STRIPE_PRICING_URL } from '#domain/stripe-fees.ts';

import { useAddInput } from '../fields/add-form.tsx';
import { ConfigSelect, FieldHelp, getFieldId, Group, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, ConfigAmountField, TextControl } from '../fields/builder-text-field.tsx';
import { normalizeText, searchByRank } from '../fields/search-by-rank.ts';
import { SegmentedControl } from '../fields/segmented-control.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder, useConfigValue, useCurrencySign } from '../state/builder-context.ts';
import { PaymentTermsSection, TermsHint } from './payment-terms-section.tsx';
import { PriceOptionsSection } from './price-options-section.tsx';
import { QuantitySection } from './quantity-section.tsx';

const messages = builderOfferMessages.price;

const payWhatYouWantMessages = builderOfferMessages.payWhatYouWant;

/** Returns why an amount cannot be added to the suggested amounts; null if it can. */
export function validatePreset(
  preset: string,
  config: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>,
): string | null {
  const { presets } = config.payWhatYouWant;
  const { currency } = config;
  const parsed = parsePrice(preset, currency, 'amount');
  if ('error' in parsed) return parsed.error;
  const { least, most } = getAmountLimits(config);
  if (parsed.amount < least)
    return payWhatYouWantMessages.presets.belowMinimum({ minimum: formatWithSymbol(least, currency) });
  if (most !== null && parsed.amount > most)
    return payWhatYouWantMessages.presets.aboveMaximum({ maximum: formatWithSymbol(most, currency) });
  const isDuplicate = presets.some((existing) => {
    const parsedExisting = parsePrice(existing, currency);
    return 'amount' in parsedExisting && parsedExisting.amount === parsed.amount;
  });
  if (isDuplicate)
    return payWhatYouWantMessages.presets.duplicate({ amount: formatWithSymbol(parsed.amount, currency) });
  if (presets.length >= MAX_PRESETS) return pageRuleMessages.payWhatYouWant.tooManyPresets({ max: MAX_PRESETS });
  return validateTotal(parsed.amount, currency);
}

/** Formats an amount as buyers read it; returns invalid input unchanged. */
function presetText(preset: string, currency: string): string {
  const parsed = parsePrice(preset, currency);
  return 'error' in parsed ? preset : formatWithSymbol(parsed.amount, currency);
}

function PresetChips({ onRemove }: { onRemove: (index: number) => void }) {
  const { config } = useBuilder();
  const { presets } = config.payWhatYouWant;
  if (presets.length === 0) return null;
  return (
    <ul className="preset-chips" aria-label={payWhatYouWantMessages.presets.list}>
      {presets.map((preset, index) => {
        const text = presetText(preset, config.currency);
        return (
          <li key={index} className="preset-chips__chip num">
            {text}
            <button
              type="button"
              aria-label={payWhatYouWantMessages.presets.remove({ amount: text })}
              onClick={() => onRemove(index)}
            >
              <X className="i" aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Suggested amounts that buyers can select instead of typing one. */
function PresetsField() {
  const { config } = useBuilder();
  const [presets, setPresets] = useConfigValue('payWhatYouWant.presets');
  const { id, error: fieldError } = useFieldState('payWhatYouWant.presets');
  const currencySign = useCurrencySign();
  const { error, clearError, onSubmit, inputProps } = useAddInput('payWhatYouWant.presets', (preset) => {
    const presetError = validatePreset(preset, config);
    if (!presetError) setPresets([...presets, preset]);
    return presetError;
  });
  const remove = (removedIndex: number) => {
    setPresets(presets.toSpliced(removedIndex, 1));
    clearError();
    inputProps.ref.current?.focus();
  };
  return (
    <form onSubmit={onSubmit}>
      <Field
        id={id}
        label={payWhatYouWantMessages.presets.label}
        hint={payWhatYouWantMessages.presets.hint}
        error={error ?? fieldError}
        aside={
          <span className="opt num" role="status">
            {builderFieldMessages.entryCount({ count: presets.length, max: MAX_PRESETS })}
          </span>
        }
      >
        {(fieldProps) => (
          <>
            <PresetChips onRemove={remove} />
            <div className="add-form">
              <TextControl {...AMOUNT_INPUT} prefix={currencySign} {...inputProps} {...fieldProps} />
              <Button type="submit">{payWhatYouWantMessages.presets.add}</Button>
            </div>
          </>
        )}
      </Field>
    </form>
  );
}

/** Returns the setting that excludes pay what you want; null without one. */
function findConflict(config: CheckoutPageConfig) {
  if (config.priceOptions.others.length > 0) return 'priceOptions';
  if (config.quantity.enabled) return 'quantity';
  return hasPaymentTerms(config) ? 'paymentTerms' : null;
}

/** Lets buyers name the price; the base price of the page is the suggested amount. */
function PayWhatYouWantSection() {
  const { config, patch } = useBuilder();
  const { payWhatYouWant } = config;
  const { enabled } = payWhatYouWant;
  const conflict = findConflict(config);
  return (
    <>
      <ConfigSwitch
        path="payWhatYouWant.enabled"
        field="payWhatYouWant"
        label={payWhatYouWantMessages.enable}
        hint={payWhatYouWantMessages.hint}
        disabled={conflict && !enabled ? payWhatYouWantMessages.unavailable[conflict] : null}
        onChange={(checked) =>
          patch({
            payWhatYouWant: { ...payWhatYouWant, enabled: checked },
            ...(checked ? { enableCoupon: false } : {}),
          })
        }
      />
      {enabled && (
        <>
          <div className="row2 align-start">
            <ConfigAmountField
              field="payWhatYouWant.minimum"
              label={payWhatYouWantMessages.minimum}
              placeholder={payWhatYouWantMessages.minimumPlaceholder}
            />
            <ConfigAmountField
              field="payWhatYouWant.maximum"
              label={payWhatYouWantMessages.maximum}
              placeholder={payWhatYouWantMessages.maximumPlaceholder}
            />
          </div>
          <PresetsField />
        </>
      )}
      <FieldHelp field="payWhatYouWant" />
    </>
  );
}

const getCurrencyName = (code: string): string => CURRENCY_NAMES[code] ?? code;

/** Ranks how well a currency matches the query: 0 is best, null is no match. */
function rankCurrency({ code, symbol }: Currency, query: string): number | null {
  const normalizedName = normalizeText(getCurrencyName(code));
  if (normalizeText(code) === query || (symbol !== '' && normalizeText(symbol) === query)) return 0;
  if (normalizeText(code).startsWith(query)) return 1;
  if (normalizedName.startsWith(query)) return 2;
  if (normalizedName.split(/[\s-]+/).some((namePart) => namePart.startsWith(query))) return 3;
  if (normalizedName.includes(query)) return 4;
  return symbol !== '' && normalizeText(symbol).includes(query) ? 5 : null;
}

/** Finds currencies by code, name or symbol, best match first; returns all for an empty query. */
export const searchCurrencies = (query: string): readonly Currency[] =>
  searchByRank(CURRENCIES, normalizeText(query.trim()), rankCurrency);

/** Text of the closed field: `USD – US Dollar`. */
const getCurrencyText = (code: string): string => messages.currency.value({ code, name: getCurrencyName(code) });

const search = (query: string) =>
  searchCurrencies(query).map(({ code, symbol }) => ({
    value: code,
    content: (
      <>
        <b className="num">{code}</b>
        <span>{getCurrencyName(code)}</span>
        <span className="combobox__symbol">{symbol}</span>
      </>
    ),
  }));

/** Combobox of all currencies, filtered by code, name and symbol. */
function CurrencyField() {
  const { config, set, markTouched } = useBuilder();
  const { onBlur, ...fieldState } = useFieldState('currency');
  const selectCurrency = (code: string) => {
    set('currency', code);
    // The new currency has its own price rules: errors are shown immediately.
    if (config.price !== '') markTouched('price');
  };
  return (
    <Field {...fieldState} label={messages.currency.label}>
      {(fieldProps) => (
        <Combobox
          inputProps={{ ...fieldProps, onBlur }}
          label={messages.currency.listLabel}
          selectedValue={config.currency}
          selectedLabel={getCurrencyText(config.currency)}
          findOptions={search}
          isExactMatch={(code, query) => code === query.toUpperCase()}
          getEmptyMessage={(query) => messages.currency.noMatch({ query })}
          onSelect={selectCurrency}
        />
      )}
    </Field>
  );
}

const PAYMENT_TYPES = [
  { value: 'one-time', label: messages.paymentType.oneTime },
  { value: 'subscription', label: messages.paymentType.subscription },
  { value: 'payment-plan', label: messages.paymentType.paymentPlan },
] as const;

const FREQUENCIES = [
  { value: 'weekly', label: messages.billingFrequency.weekly },
  { value: 'monthly', label: messages.billingFrequency.monthly },
  { value: 'yearly', label: messages.billingFrequency.yearly },
] as const;

/** A payment plan is never paid yearly. */
function PaymentTypeField() {
  const { config, patch } = useBuilder();
  const { paymentType, billingFrequency } = config;
  return (
    <SegmentedControl
      id={getFieldId('paymentType')}
      name="paymentType"
      legend={messages.paymentType.label}
      options={PAYMENT_TYPES}
      value={paymentType}
      onChange={(type) =>
        patch({
          paymentType: type,
          ...(type === 'payment-plan' && billingFrequency === 'yearly' ? { billingFrequency: 'monthly' } : {}),
        })
      }
    />
  );
}

/** A yearly payment plan of an imported page stays visible, with its error. */
function FrequencyField() {
  const { paymentType, billingFrequency } = useBuilder().config;
  if (paymentType === 'one-time') return null;
  const options = FREQUENCIES.filter(
    ({ value }) => value !== 'yearly' || paymentType === 'subscription' || billingFrequency === 'yearly',
  );
  return <ConfigSelect field="billingFrequency" label={messages.billingFrequency.label} options={options} />;
}

/** Payment plan, or setup fee and free trial of the first price. */
function BaseTerms() {
  const { config, patch } = useBuilder();
  const [base] = listPriceOptions(config);
  if (!base) return null;
  const { paymentTerms } = config;
  return (
    <PaymentTermsSection
      // Opened fields belong to the payment type.
      key={config.paymentType}
      option={base}
      field="paymentTerms"
      change={(changes, typedKey) =>
        patch({ paymentTerms: { ...paymentTerms, ...changes } }, typedKey && `paymentTerms.${typedKey}`)
      }
    />
  );
}

function getPriceLabel({ payWhatYouWant, paymentType }: CheckoutPageConfig): string {
  if (payWhatYouWant.enabled) return messages.suggestedPrice;
  return paymentType === 'payment-plan' ? messages.eachPayment : messages.price;
}

/** Shows the price as buyers read it. */
function BuyerPriceHint() {
  const { config } = useBuilder();
  const price = config.price.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return messages.hint.empty;
  const getText = config.payWhatYouWant.enabled ? messages.hint.suggested : messages.hint.fixed;
  return (
    <RichText
      text={getText({ price: formatPrice({ ...config, price }) })}
      tags={{ b: (text) => <b className="text-emphasis">{text}</b> }}
    />
  );
}

/** Estimates Stripe's fee for the price and what the seller receives; nothing where the fee is unknown. */
function StripeFeeHint() {
  const { config, accountCountry } = useBuilder();
  const parsed = parsePrice(config.price.trim(), config.currency);
  if ('error' in parsed) return null;
  const estimate = estimateStripeFee(parsed.amount, config.currency, accountCountry);
  if (!estimate) return null;
  const getText = config.paymentType === 'one-time' ? messages.fee.once : messages.fee.perCharge;
  const format = (amount: number) => formatMoney(amount, config.currency);
  return (
    <p className="hint">
      <RichText
        text={getText({ fee: format(estimate.fee), received: format(estimate.received) })}
        tags={{
          link: linkInNewTab(STRIPE_PRICING_URL),
        }}
      />
    </p>
  );
}

export function PriceGroup() {
  const { config } = useBuilder();
  return (
    <Group title={messages.title}>
      <PaymentTypeField />
      <div className="row2 align-start">
        <ConfigAmountField field="price" label={getPriceLabel(config)} hideHelp placeholder="29" />
        <CurrencyField />
      </div>
      <FieldHelp field="price" hint={<BuyerPriceHint />} />
      <TermsHint optionId={BASE_OPTION} />
      <StripeFeeHint />
      <FrequencyField />
      <BaseTerms />
      <PriceOptionsSection />
      <PayWhatYouWantSection />
      <QuantitySection />
    </Group>
  );
}
