import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { getCurrency } from '#domain/currencies.ts';
import { getBillingSuffix } from '#domain/format-price.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { getAmountLimits } from '#domain/offer.ts';
import { normalizeAmountInput } from '#domain/text.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { getInvalidProps, FieldErrorMessage } from './field-error-message.tsx';
import { CUSTOM_AMOUNT, listPricePicks, type PricePick } from './price-line.tsx';

const messages = checkoutPageMessages.amount;

/** Formats an amount without empty decimals: `$5` and `$7.50`. */
const shortText = (amount: number, currency: string): string => formatWithSymbol(amount, currency).replace(/\.0+$/, '');

/** Describes the accepted amounts. Zero is free of charge; any other amount has Stripe's minimum. */
function getBoundsText(config: CheckoutFormProps['config']): string {
  const { currency } = config;
  const limits = getAmountLimits(config);
  const { minimum } = getCurrency(currency);
  const most = limits.most === null ? null : shortText(limits.most, currency);
  if (limits.least > 0) {
    const least = shortText(limits.least, currency);
    return most === null ? messages.atLeast({ least }) : messages.between({ least, most });
  }
  if (minimum === null) return most === null ? messages.any : messages.atMost({ most });
  const least = shortText(minimum, currency);
  return most === null ? messages.freeOrAtLeast({ least }) : messages.freeOrBetween({ least, most });
}

/** Amount input with `$` before and `USD/month` after it; the script builds the total from both. */
function AmountInput({ label, ...props }: CheckoutFormProps & { label: string }) {
  const { config, values, prefix } = props;
  const { symbol, displayDecimals: shownDecimals, decimals } = getCurrency(config.currency);
  const after = `${config.currency}${getBillingSuffix(config)}`;
  return (
    <div className="co-f co-own">
      <label htmlFor={`${prefix}amount`}>
        {label} <small>{getBoundsText(config)}</small>
      </label>
      <div className="co-money" dir="ltr" data-field="price">
        <span aria-hidden="true">{symbol}</span>
        <input
          className="co-in"
          id={`${prefix}amount`}
          name="amount"
          inputMode={shownDecimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={40}
          defaultValue={values?.amount ?? config.price.trim()}
          data-before={symbol}
          data-after={` ${after}`}
          data-decimals={decimals}
          {...getInvalidProps(props, 'amount')}
        />
        <span>{after}</span>
      </div>
      <FieldErrorMessage {...props} field="amount" />
    </div>
  );
}

/** Returns the initially selected pick; null if the buyer's own amount is selected. */
function findSelectedPick({ config, errors, values }: CheckoutFormProps, picks: PricePick[]): PricePick | null {
  if (errors?.amount) return null;
  const amount = normalizeAmountInput(values?.amount ?? config.price);
  return picks.find(({ value }) => value === amount) ?? null;
}

/** Lets buyers name the price: one of the suggested amounts or their own. */
export function AmountField(props: CheckoutFormProps) {
  const { config } = props;
  const picks = listPricePicks(config);
  const selectedPick = findSelectedPick(props, picks);
  if (picks.length === 0)
    return (
      <div data-field="payWhatYouWant">
        <AmountInput {...props} label={messages.title} />
      </div>
    );
  return (
    <fieldset className="co-amounts" data-field="payWhatYouWant">
      <legend>{messages.title}</legend>
      <div className="co-chips">
        {picks.map((pick, index) => (
          <label key={pick.value} className="co-chip">
            <input
              type="radio"
              name="preset"
              value={pick.value}
              defaultChecked={pick === selectedPick}
              data-pick={index}
            />
            <span>{shortText(pick.amount, config.currency)}</span>
          </label>
        ))}
        <label className="co-chip">
          <input type="radio" name="preset" value="" defaultChecked={selectedPick === null} data-pick={CUSTOM_AMOUNT} />
          <span>
            <RichText text={messages.other} tags={{ hidden: (text) => <span className="vh2">{text}</span> }} />
          </span>
        </label>
      </div>
      <AmountInput {...props} label={messages.own} />
    </fieldset>
  );
}
