import type { LucideIcon } from 'lucide-react';

import { renderOptions, type SelectOption } from './select.tsx';

type Props = {
  label: string;
  /** Shown while no option is selected. Omit it where an option is always selected. */
  placeholder?: string;
  Icon: LucideIcon;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

/** A select styled as a filter chip. */
export function FilterSelect({ label, placeholder, Icon, value, options, onChange }: Props) {
  return (
    <span className="filter-select" data-set={(placeholder !== undefined && value !== '') || undefined}>
      <Icon className="i" aria-hidden="true" />
      <select className="chip" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {renderOptions(options)}
      </select>
    </span>
  );
}
