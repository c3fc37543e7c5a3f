import type { ReactNode } from 'react';

type Props = {
  id: string;
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function SwitchField({ id, label, hint, checked, onChange }: Props) {
  return (
    <div className="switch">
      <span>
        <label htmlFor={id} className="small b-strong">
          {label}
        </label>
        {hint && (
          <span className="hint" id={`${id}-more`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-more` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
