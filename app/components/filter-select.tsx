import type { LucideIcon } from 'lucide-react';

type Props = {
  label: string;
  /** Shown while no option is selected. Omit it where an option is always selected. */
  placeholder?: string;
  Icon: LucideIcon;
  value: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
};

/** A select styled as a filter chip. */
export function FilterSelect({ label, placeholder, Icon, value, options, onChange }: Props) {
  return (
    <span className="filter-select" data-set={(placeholder !== undefined && value !== '') || undefined}>
      <Icon className="i" aria-hidden="true" />
      <select className="chip" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
