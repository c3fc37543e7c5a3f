import type { ReactNode } from 'react';

import { Field } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export const renderOptions = (options: readonly SelectOption[]): ReactNode =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));

type Props = {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | null;
};

/** A select with label, hint and error. */
export const Select = ({ label, value, options, onChange, hint, error }: Props) => (
  <Field label={label} hint={hint} error={error}>
    {(fieldProps) => (
      <select {...fieldProps} className="in" value={value} onChange={(event) => onChange(event.target.value)}>
        {renderOptions(options)}
      </select>
    )}
  </Field>
);
