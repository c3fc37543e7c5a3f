import { currencyOf } from '#domain/currencies.ts';
import { symbolText } from '#domain/money.ts';
import { amountBounds } from '#domain/offer.ts';
import { billingSuffix } from '#domain/price.ts';
import { typedAmount } from '#domain/typed-amount.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { OWN_AMOUNT, picksOf, type PricePick } from './picks.ts';
import { invalid, ProblemLine } from './problem-line.tsx';

/** Formats an amount without empty decimals: `$5` and `$7.50`. */
const shortText = (amount: number, currency: string): string =>
  symbolText(amount, currency).replace(/\.0+$/, '');

type AmountBoxProps = Pick<CheckoutPageProps, 'config' | 'pay' | 'problems' | 'typed'> & { prefix: string };

/** Describes the accepted amounts. Zero is free of charge; any other amount has Stripe's minimum. */
function boundsText(config: AmountBoxProps['config']): string {
  const { currency } = config;
  const { least, most } = amountBounds(config);
  const text = (amount: number) => shortText(amount, currency);
  const upTo = most === null ? '' : `, at most ${text(most)}`;
  if (least > 0) return `at least ${text(least)}${upTo}`;
  const { minimum } = currencyOf(currency);
  return `${minimum === null ? 'any amount' : `nothing, or ${text(minimum)} and more`}${upTo}`;
}

/** Amount input with `$` before and `USD/month` after it; the script builds the total from both. */
function AmountInput({ config, pay, problems, typed, prefix, label }: AmountBoxProps & { label: string }) {
  const { symbol, shownDecimals, decimals } = currencyOf(config.currency);
  const after = `${config.currency}${billingSuffix(config)}`;
  const problemId = `${prefix}amount-problem`;
  return (
    <div className="co-f co-own">
      <label htmlFor={`${prefix}amount`}>
        {label} <small>{boundsText(config)}</small>
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
          defaultValue={typed?.amount ?? config.price.trim()}
          data-before={symbol}
          data-after={` ${after}`}
          data-decimals={decimals}
          {...invalid(problemId, problems?.amount, Boolean(pay && !problems?.form))}
        />
        <span>{after}</span>
      </div>
      <ProblemLine id={problemId} problem={problems?.amount} />
    </div>
  );
}

/** Returns the initially selected pick; null if the buyer's own amount is selected. */
function pickedOf({ config, problems, typed }: AmountBoxProps, picks: PricePick[]): PricePick | null {
  if (problems?.amount) return null;
  const amount = typedAmount(typed?.amount ?? config.price);
  return picks.find(({ value }) => value === amount) ?? null;
}

/** Lets buyers name the price: one of the suggested amounts or their own. */
export function AmountBox(props: AmountBoxProps) {
  const { config } = props;
  const picks = picksOf(config);
  const picked = pickedOf(props, picks);
  if (picks.length === 0)
    return (
      <div data-field="payWhatYouWant">
        <AmountInput {...props} label="Choose what you pay" />
      </div>
    );
  return (
    <fieldset className="co-amounts" data-field="payWhatYouWant">
      <legend>Choose what you pay</legend>
      <div className="co-chips">
        {picks.map((pick, at) => (
          <label key={pick.value} className="co-chip">
            <input
              type="radio"
              name="preset"
              value={pick.value}
              defaultChecked={pick === picked}
              data-pick={at}
            />
            <span>{shortText(pick.amount, config.currency)}</span>
          </label>
        ))}
        <label className="co-chip">
          <input
            type="radio"
            name="preset"
            value=""
            defaultChecked={picked === null}
            data-pick={OWN_AMOUNT}
          />
          <span>
            Other<span className="vh2"> amount</span>
          </span>
        </label>
      </div>
      <AmountInput {...props} label="Your amount" />
    </fieldset>
  );
}
