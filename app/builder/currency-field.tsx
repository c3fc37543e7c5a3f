import { getCurrency } from '#domain/currencies.ts';

import { Combobox } from '#app/ui/search-select.tsx';

import { useBuilder } from './builder-context.ts';
import { BuilderField, useFieldProps } from './builder-field.tsx';
import { currencyText, searchCurrencies } from './currency-search.ts';

const search = (query: string) =>
  searchCurrencies(query).map(({ code, name, symbol }) => ({
    value: code,
    content: (
      <>
        <b className="num">{code}</b>
        <span>{name}</span>
        <span className="b-symbol">{symbol}</span>
      </>
    ),
  }));

/** Combobox of all currencies, filtered by code, name and symbol. */
export function CurrencyField() {
  const { config, set, markTouched } = useBuilder();
  const selectCurrency = (code: string) => {
    set('currency', code);
    // The new currency has its own price rules: errors are shown immediately.
    if (config.price !== '') markTouched('price');
  };
  return (
    <BuilderField field="currency" label="Currency">
      <Combobox
        inputProps={useFieldProps('currency')}
        label="Currencies"
        selectedValue={config.currency}
        selectedLabel={currencyText(getCurrency(config.currency))}
        findOptions={search}
        isExactMatch={(code, query) => code === query.toUpperCase()}
        getEmptyMessage={(query) => `No currency is called “${query}”`}
        onSelect={selectCurrency}
      />
    </BuilderField>
  );
}
