import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'type'> & { onValueChange: (text: string) => void };

/** The search field of a list. `className` is the class of the box with the icon. */
export const SearchField = ({ className, onValueChange, ...inputProps }: SearchFieldProps) => (
  <div className={['search-field', className].filter(Boolean).join(' ')}>
    <Search className="i" aria-hidden="true" />
    <input
      {...inputProps}
      className="in"
      type="search"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onValueChange(event.target.value)}
    />
  </div>
);

type StateFilterProps<V extends string | null> = {
  className: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
};

/** Buttons that filter a list by status; one of them is pressed. */
export const StateFilter = <V extends string | null>({ className, options, value, onChange }: StateFilterProps<V>) => (
  <div className={className} role="group" aria-label="Status">
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className="chip"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
);
