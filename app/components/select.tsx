import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Field, type FieldTexts } from './field.tsx';

export type SelectOption<Value extends string = string> = Omit<ComponentProps<'option'>, 'value' | 'label'> & {
  value: Value;
  label: string;
};

type NativeSelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
};

export const NativeSelect = <Value extends string>({ options, onChange, ...props }: NativeSelectProps<Value>) => (
  <select
    className="in"
    {...props}
    onChange={({ target }) => {
      const selected = options[target.selectedIndex];
      if (selected) onChange(selected.value);
    }}
  >
    {options.map(({ label, ...option }) => (
      <option key={option.value} {...option}>
        {label}
      </option>
    ))}
  </select>
);

/** A select with label, hint and error. */
export const Select = <Value extends string>({
  id,
  label,
  hint,
  error,
  hideHelp,
  ...props
}: NativeSelectProps<Value> & FieldTexts) => (
  <Field {...{ id, label, hint, error, hideHelp }}>{(fieldProps) => <NativeSelect {...props} {...fieldProps} />}</Field>
);

type FilterSelectProps = {
  label: string;
  /** Shown while no option is selected. Omit it where an option is always selected. */
  placeholder?: string;
  Icon: LucideIcon;
  value: string;
  /** Label of a value that is not among the options, for example from an old URL. */
  unknownLabel?: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

/** A select styled as a filter chip. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, placeholder, Icon, value, unknownLabel, options, onChange } = props;
  const isListed = value === '' || options.some((option) => option.value === value);
  const allOptions = [
    ...(placeholder === undefined ? [] : [{ value: '', label: placeholder }]),
    ...options,
    ...(isListed || unknownLabel === undefined ? [] : [{ value, label: unknownLabel }]),
  ];
  return (
    <span className="filter-select" data-set={(placeholder !== undefined && value !== '') || undefined}>
      <Icon className="i" aria-hidden="true" />
      <NativeSelect className="chip" aria-label={label} value={value} options={allOptions} onChange={onChange} />
    </span>
  );
}
