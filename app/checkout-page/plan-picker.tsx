import { BASE_OPTION, calculateSaving } from '#domain/offer.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { listPricePicks } from './picks.ts';
import { PriceAmount } from './price-line.tsx';

type PriceOptionPickerProps = Pick<CheckoutPageProps, 'config' | 'discounted' | 'values'>;

/** Cards of the price options; nothing if there is only one price. */
export function PriceOptionPicker({ config, discounted, values }: PriceOptionPickerProps) {
  const picks = listPricePicks(config, discounted);
  if (config.payWhatYouWant.enabled || picks.length === 0) return null;
  const selectedOption = picks.some(({ value }) => value === values?.plan) ? values?.plan : BASE_OPTION;
  return (
    <fieldset className="co-plans" data-field="priceOptions">
      <legend>Choose how you pay</legend>
      {picks.map(({ value, name, text, reduced }, index) => {
        const saving = calculateSaving(config, value);
        return (
          <label key={value} className="co-plan">
            <input
              type="radio"
              name="plan"
              value={value}
              defaultChecked={value === selectedOption}
              data-pick={index}
              data-price={text}
            />
            <b>
              <bdi>{name}</bdi>
            </b>
            {saving && <em className="co-saves">Save {saving.percentage} %</em>}
            <span className="co-plan-price">
              <PriceAmount text={reduced?.totalText ?? text} was={reduced?.originalText} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
