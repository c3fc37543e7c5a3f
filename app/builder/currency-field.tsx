import { currencyOf } from '#domain/currencies.ts';

import { SearchSelect } from '#app/ui/search-select.tsx';

import { useBuilder } from './builder-context.ts';
import { BuilderField, useFieldWiring } from './builder-field.tsx';
import { currencyText, searchCurrencies } from './currency-search.ts';

const search = (typed: string) =>
  searchCurrencies(typed).map(({ code, name, symbol }) => ({
    key: code,
    row: (
      <>
        <b className="num">{code}</b>
        <span>{name}</span>
        <span className="b-symbol">{symbol}</span>
      </>
    ),
  }));

/** Combobox of all currencies, filtered by code, name and symbol. */
export function CurrencyField() {
  const { config, set, leave } = useBuilder();
  const choose = (code: string) => {
    set('currency', code);
    // The new currency has its own price rules: errors are shown immediately.
    if (config.price !== '') leave('price');
  };
  return (
    <BuilderField field="currency" label="Currency">
      <SearchSelect
        wiring={useFieldWiring('currency')}
        label="Currencies"
        chosen={config.currency}
        text={currencyText(currencyOf(config.currency))}
        search={search}
        isNamed={(code, typed) => code === typed.toUpperCase()}
        none={(typed) => `No currency is called “${typed}”`}
        onChoose={choose}
      />
    </BuilderField>
  );
}
