import { Combobox } from '#app/components/combobox.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { getCurrency, CURRENCIES, type Currency } from '#domain/currencies.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';

import { ConfigChoice, ConfigSelect, FieldHelp, Group, useFieldState } from '../fields/builder-field.tsx';
import { ConfigAmountField } from '../fields/builder-text-field.tsx';
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
          selectedLabel={currencyText(getCurrency(config.currency))}
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

export function PriceGroup() {
  const { config } = useBuilder();
  return (
    <Group title={messages.title}>
      <ConfigChoice field="paymentType" label={messages.paymentType.label} options={PAYMENT_TYPES} />
      <div className="row2 align-start">
        <ConfigAmountField
          field="price"
          label={config.payWhatYouWant.enabled ? messages.suggestedPrice : messages.price}
          hideHelp
          placeholder="29"
        />
        <CurrencyField />
      </div>
      <FieldHelp field="price" hint={<BuyerPriceHint />} />
      {config.paymentType === 'subscription' && (
        <ConfigSelect field="billingFrequency" label={messages.billingFrequency.label} options={FREQUENCIES} />
      )}
      <PriceOptionsSection />
      <PayWhatYouWantSection />
    </Group>
  );
}
