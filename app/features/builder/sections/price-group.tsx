import { Combobox } from '#app/components/combobox.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { getCurrency, CURRENCIES, type Currency } from '#domain/currencies.ts';
import { formatPrice } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { estimateStripeFee, STRIPE_PRICING_URL } from '#domain/stripe-fees.ts';

import { BuilderField, FieldHelp, Group, useFieldProps, ChoiceRow } from '../fields/builder-field.tsx';
import { ConfigAmountField } from '../fields/builder-text-field.tsx';
import { NativeSelect } from '../fields/native-select.tsx';
import { normalizeText, searchByRank } from '../fields/search-by-rank.ts';
import { useBuilder } from '../state/builder-context.ts';
import { PayWhatYouWantSection } from './pay-what-you-want-section.tsx';
import { PriceOptionsSection } from './price-options-section.tsx';

const messages = builderOfferMessages.price;

/** Ranks how well a currency matches the query: 0 is best, null is no match. */
function rankCurrency({ code, name, symbol }: Currency, query: string): number | null {
  const normalizedName = normalizeText(name);
  if (normalizeText(code) === query || (symbol !== '' && normalizeText(symbol) === query)) return 0;
  if (normalizeText(code).startsWith(query)) return 1;
  if (normalizedName.startsWith(query)) return 2;
  if (normalizedName.split(/[\s-]+/).some((namePart) => namePart.startsWith(query))) return 3;
  if (normalizedName.includes(query)) return 4;
  return symbol !== '' && normalizeText(symbol).includes(query) ? 5 : null;
}

/** Finds currencies by code, name or symbol, best match first; returns all for an empty query. */
export function searchCurrencies(query: string): readonly Currency[] {
  const normalizedQuery = normalizeText(query.trim());
  if (normalizedQuery === '') return CURRENCIES;
  return searchByRank(CURRENCIES, (currency) => rankCurrency(currency, normalizedQuery));
}

/** Text of the closed field: `USD – US Dollar`. */
const currencyText = ({ code, name }: Currency): string => messages.currency.value({ code, name });

const search = (query: string) =>
  searchCurrencies(query).map(({ code, name, symbol }) => ({
    value: code,
    content: (
      <>
        <b className="num">{code}</b>
        <span>{name}</span>
        <span className="combobox__symbol">{symbol}</span>
      </>
    ),
  }));

/** Combobox of all currencies, filtered by code, name and symbol. */
function CurrencyField() {
  const { config, set, markTouched } = useBuilder();
  const selectCurrency = (code: string) => {
    set('currency', code);
    // The new currency has its own price rules: errors are shown immediately.
    if (config.price !== '') markTouched('price');
  };
  return (
    <BuilderField field="currency" label={messages.currency.label}>
      <Combobox
        inputProps={useFieldProps('currency')}
        label={messages.currency.listLabel}
        selectedValue={config.currency}
        selectedLabel={currencyText(getCurrency(config.currency))}
        findOptions={search}
        isExactMatch={(code, query) => code === query.toUpperCase()}
        getEmptyMessage={(query) => messages.currency.noMatch({ query })}
        onSelect={selectCurrency}
      />
    </BuilderField>
  );
}

const PAYMENT_TYPES = [
  { value: 'one-time', label: messages.paymentType.oneTime },
  { value: 'subscription', label: messages.paymentType.subscription },
] as const;

const FREQUENCIES = [
  { value: 'weekly', label: messages.billingFrequency.weekly },
  { value: 'monthly', label: messages.billingFrequency.monthly },
  { value: 'yearly', label: messages.billingFrequency.yearly },
] as const;

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
  const getText = config.paymentType === 'subscription' ? messages.fee.perCharge : messages.fee.once;
  const format = (amount: number) => formatWithSymbol(amount, config.currency);
  return (
    <p className="hint">
      <RichText
        text={getText({ fee: format(estimate.fee), received: format(estimate.received) })}
        tags={{
          link: (text) => (
            <a className="link" href={STRIPE_PRICING_URL} target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        }}
      />
    </p>
  );
}

export function PriceGroup() {
  const { config, set } = useBuilder();
  const frequencyProps = useFieldProps('billingFrequency');
  const isSuggested = config.payWhatYouWant.enabled;
  return (
    <Group title={messages.title}>
      <ChoiceRow field="paymentType" label={messages.paymentType.label} options={PAYMENT_TYPES} />
      <div className="row2 align-start">
        <ConfigAmountField
          field="price"
          label={isSuggested ? messages.suggestedPrice : messages.price}
          hideHelp
          placeholder="29"
        />
        <CurrencyField />
      </div>
      <FieldHelp field="price" hint={<BuyerPriceHint />} />
      <StripeFeeHint />
      {config.paymentType === 'subscription' && (
        <BuilderField field="billingFrequency" label={messages.billingFrequency.label}>
          <NativeSelect
            {...frequencyProps}
            value={config.billingFrequency}
            options={FREQUENCIES}
            onValueChange={(frequency) => set('billingFrequency', frequency)}
          />
        </BuilderField>
      )}
      <PriceOptionsSection />
      <PayWhatYouWantSection />
    </Group>
  );
}
