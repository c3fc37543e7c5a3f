import type { LucideIcon } from 'lucide-react';

type Props = {
  /** Names it, and is what it says while nothing is chosen. */
  label: string;
  any: string;
  Icon: LucideIcon;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A choice that looks like a chip. */
export function ChipSelect({ label, any, Icon, value, options, onChange }: Props) {
  return (
    <span className="chip-select" data-set={value !== '' || undefined}>
      <Icon className="i" aria-hidden="true" />
      <select
        className="chip"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
