import type { LucideIcon } from 'lucide-react';

type Props = {
  label: string;
  /** Shown while no option is selected. Omit it where an option is always selected. */
  any?: string;
  Icon: LucideIcon;
  value: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
};

/** A select styled as a filter chip. */
export function ChipSelect({ label, any, Icon, value, options, onChange }: Props) {
  return (
    <span className="chip-select" data-set={(any !== undefined && value !== '') || undefined}>
      <Icon className="i" aria-hidden="true" />
      <select
        className="chip"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
