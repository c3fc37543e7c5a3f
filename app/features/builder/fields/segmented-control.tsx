import type { ReactNode } from 'react';

type SegmentedControlProps<Value extends string> = {
  legend: ReactNode;
  name: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; title?: string }[];
  onChange: (value: Value) => void;
  id?: string;
  className?: string;
  /** Shown below the options. */
  children?: ReactNode;
};

/** A choice between a few values: native radio inputs styled as a segmented control. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { legend, name, value, options, onChange, id, className = 'field', children } = props;
  return (
    <fieldset className={`choice-fieldset ${className}`} id={id}>
      <legend>{legend}</legend>
      <div className="keys b-seg">
        {options.map((option) => (
          <label key={option.value} title={option.title}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
