import { BASE_OPTION, savingOf } from '#domain/offer.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { picksOf } from './picks.ts';
import { Amount } from './price-line.tsx';

type PlanPickerProps = Pick<CheckoutPageProps, 'config' | 'discounted' | 'typed'>;

/** Cards of the price options; nothing if there is only one price. */
export function PlanPicker({ config, discounted, typed }: PlanPickerProps) {
  const picks = picksOf(config, discounted);
  if (config.payWhatYouWant.enabled || picks.length === 0) return null;
  const chosen = picks.some(({ value }) => value === typed?.plan) ? typed?.plan : BASE_OPTION;
  return (
    <fieldset className="co-plans" data-field="priceOptions">
      <legend>Choose how you pay</legend>
      {picks.map(({ value, name, text, reduced }, at) => {
        const saving = savingOf(config, value);
        return (
          <label key={value} className="co-plan">
            <input
              type="radio"
              name="plan"
              value={value}
              defaultChecked={value === chosen}
              data-pick={at}
              data-price={text}
            />
            <b>
              <bdi>{name}</bdi>
            </b>
            {saving && <em className="co-saves">Save {saving.percentage} %</em>}
            <span className="co-plan-price">
              <Amount text={reduced?.totalText ?? text} was={reduced?.originalText} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
