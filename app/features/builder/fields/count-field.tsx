import type { ComponentProps } from 'react';

import { useConfigValue, type PathOf } from '../state/builder-context.ts';
import { useFieldState } from './builder-field.tsx';
import { FormTextField } from './builder-text-field.tsx';

type CountFieldProps = Omit<ComponentProps<typeof FormTextField>, 'value' | 'onValueChange' | 'maxLength'> & {
  /** Null: the field is blank. */
  count: number | null;
  /** One digit more than the largest valid number has, so that validation can report the excess. */
  maxDigits: number;
  onCountChange: (count: number | null) => void;
};

/** A field for a whole number without a sign. */
export const CountField = ({ count, maxDigits, onCountChange, ...props }: CountFieldProps) => (
  <FormTextField
    {...props}
    inputMode="numeric"
    autoComplete="off"
    value={count === null ? '' : String(count)}
    onValueChange={(text) => {
      const digits = text.replace(/\D/g, '').slice(0, maxDigits);
      onCountChange(digits === '' ? null : Number(digits));
    }}
  />
);

/** A number of the config; a blank field is 0. */
export function ConfigCountField({
  field,
  label,
  maxDigits,
}: { field: PathOf<number> } & Pick<CountFieldProps, 'label' | 'maxDigits'>) {
  const [count, setCount] = useConfigValue(field);
  return (
    <CountField
      {...useFieldState(field)}
      label={label}
      maxDigits={maxDigits}
      count={count || null}
      onCountChange={(changed) => setCount(changed ?? 0, field)}
    />
  );
}
