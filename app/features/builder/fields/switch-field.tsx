import type { ReactNode } from 'react';

import { Switch } from '#app/components/switch.tsx';

type Props = {
  id: string;
  label: string;
  hint?: ReactNode;
  checked: boolean;
  /** Why the switch cannot be changed now; null if it can. */
  disabled?: string | null;
  /** True if the switched setting has an error; the error message belongs to this control. */
  invalid?: boolean;
  onChange: (checked: boolean) => void;
};

export function SwitchField({ id, label, hint, checked, disabled = null, invalid, onChange }: Props) {
  const helpText = disabled ?? hint;
  return (
    <div className="switch">
      <span>
        <label htmlFor={id} className="small text-strong">
          {label}
        </label>
        {helpText && (
          <span className="hint" id={`${id}-hint`}>
            {helpText}
          </span>
        )}
      </span>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled !== null}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={`${helpText ? `${id}-hint` : ''} ${invalid ? `${id}-more` : ''}`.trim() || undefined}
        onChange={onChange}
      />
    </div>
  );
}
