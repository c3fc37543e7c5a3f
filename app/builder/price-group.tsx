import { currencyOf } from '#domain/currencies.ts';
import { parsePrice } from '#domain/money.ts';
import { priceText } from '#domain/price.ts';

import { useBuilder } from './builder-context.ts';
import { BuilderField, FieldMore, Group, useFieldWiring } from './builder-field.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { CurrencyField } from './currency-field.tsx';
import { OptionsPart } from './options-part.tsx';
import { OwnAmountPart } from './own-amount-part.tsx';
import { TextField } from './text-field.tsx';

const PAYMENT_TYPES = [
  { value: 'one-time', label: 'One-time' },
  { value: 'subscription', label: 'Subscription' },
] as const;

const FREQUENCIES = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

function FrequencySelect() {
  const { config, set } = useBuilder();
  return (
    <BuilderField field="billingFrequency" label="Billing frequency">
      <select
        {...useFieldWiring('billingFrequency')}
        className="in"
        value={config.billingFrequency}
        onChange={(event) => {
          const chosen = FREQUENCIES.find(({ value }) => value === event.target.value);
          if (chosen) set('billingFrequency', chosen.value);
        }}
      >
        {FREQUENCIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </BuilderField>
  );
}

/** Shows the price as buyers read it. */
function BuyersSee() {
  const { config } = useBuilder();
  const price = config.price.trim();
  if (price === '' || 'problem' in parsePrice(price, config.currency))
    return 'Digits and a dot, for example 29.';
  return (
    <>
      Buyers see <b className="b-ink">{priceText({ ...config, price })}</b>
      {config.payWhatYouWant.enabled && ', and may type another amount'}
    </>
  );
}

export function PriceGroup() {
  const { config } = useBuilder();
  const { symbol, code } = currencyOf(config.currency);
  const suggested = config.payWhatYouWant.enabled;
  return (
    <Group title="Price">
      <ChoiceRow field="paymentType" label="Payment type" options={PAYMENT_TYPES} />
      <div className="row2 b-top">
        <TextField
          field="price"
          label={suggested ? 'Suggested price' : 'Price'}
          loose
          affix={symbol || code}
          input={{ inputMode: 'decimal', maxLength: 40, autoComplete: 'off', placeholder: '29' }}
        />
        <CurrencyField />
      </div>
      <FieldMore field="price" hint={<BuyersSee />} />
      {config.paymentType === 'subscription' && <FrequencySelect />}
      <OptionsPart />
      <OwnAmountPart />
    </Group>
  );
}
