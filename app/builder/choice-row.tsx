import { useBuilder } from './builder-context.ts';
import { getFieldId } from './builder-field.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

type ChoiceKey = 'paymentType' | 'logoPosition';
type ChoiceRowProps<Key extends ChoiceKey> = {
  field: Key;
  label: string;
  options: readonly { value: CheckoutPageConfig[Key]; label: string }[];
};

/** A choice between a few values: native radio inputs styled as a segmented control. */
export function ChoiceRow<Key extends ChoiceKey>({ field, label, options }: ChoiceRowProps<Key>) {
  const { config, set } = useBuilder();
  return (
    <fieldset className="b-choice field" id={getFieldId(field)}>
      <legend>{label}</legend>
      <div className="keys b-seg">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={field}
              value={option.value}
              checked={config[field] === option.value}
              onChange={() => set(field, option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
