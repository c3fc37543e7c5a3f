import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> & {
  checked: boolean;
  /** The switch stays focusable, because its description explains why it cannot be changed. */
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A setting that is on or off. An element with the class `switch` lays it out beside its label. */
export const Switch = ({ checked, disabled = false, onChange, ...inputProps }: Props) => (
  <input
    {...inputProps}
    type="checkbox"
    role="switch"
    checked={checked}
    aria-checked={checked}
    aria-disabled={disabled || undefined}
    onChange={(event) => !disabled && onChange(event.target.checked)}
  />
);
