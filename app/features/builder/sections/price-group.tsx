import { getCurrency } from '#domain/currencies.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';

import { BuilderField, FieldHelp, Group, useFieldProps, ChoiceRow } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { CurrencyField } from '../fields/currency-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { PayWhatYouWantSection } from './pay-what-you-want-section.tsx';
import { PriceOptionsSection } from './price-options-section.tsx';

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
        {...useFieldProps('billingFrequency')}
        className="in"
        value={config.billingFrequency}
        onChange={(event) => {
          const frequency = FREQUENCIES.find(({ value }) => value === event.target.value);
          if (frequency) set('billingFrequency', frequency.value);
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
function BuyerPriceHint() {
  const { config } = useBuilder();
  const price = config.price.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return 'Digits and a dot, for example 29.';
  return (
    <>
      Buyers see <b className="b-ink">{formatPrice({ ...config, price })}</b>
      {config.payWhatYouWant.enabled && ', and may type another amount'}
    </>
  );
}

export function PriceGroup() {
  const { config } = useBuilder();
  const { symbol, code } = getCurrency(config.currency);
  const isSuggested = config.payWhatYouWant.enabled;
  return (
    <Group title="Price">
      <ChoiceRow field="paymentType" label="Payment type" options={PAYMENT_TYPES} />
      <div className="row2 b-top">
        <ConfigTextField
          field="price"
          label={isSuggested ? 'Suggested price' : 'Price'}
          hideHelp
          prefix={symbol || code}
          input={{ inputMode: 'decimal', maxLength: 40, autoComplete: 'off', placeholder: '29' }}
        />
        <CurrencyField />
      </div>
      <FieldHelp field="price" hint={<BuyerPriceHint />} />
      {config.paymentType === 'subscription' && <FrequencySelect />}
      <PriceOptionsSection />
      <PayWhatYouWantSection />
    </Group>
  );
}
