import type { LucideIcon } from 'lucide-react';

import { renderOptions, type SelectOption } from './select.tsx';

type Props = {
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
export function FilterSelect({ label, placeholder, Icon, value, unknownLabel, options, onChange }: Props) {
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <span className="filter-select" data-set={(placeholder !== undefined && value !== '') || undefined}>
      <Icon className="i" aria-hidden="true" />
      <select className="chip" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {renderOptions(options)}
        {!isListed && unknownLabel !== undefined && <option value={value}>{unknownLabel}</option>}
      </select>
    </span>
  );
}
