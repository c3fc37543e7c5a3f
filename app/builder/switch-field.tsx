import type { ReactNode } from 'react';

type Props = {
  id: string;
  label: string;
  hint?: ReactNode;
  checked: boolean;
  /** Why it cannot be pressed now; null where it can. */
  disabled?: string | null;
  /** Whether something is wrong with what is switched: its sentence stands as that of this field. */
  invalid?: boolean;
  onChange: (checked: boolean) => void;
};

export function SwitchField({ id, label, hint, checked, disabled = null, invalid, onChange }: Props) {
  const more = disabled ?? hint;
  return (
    <div className="switch">
      <span>
        <label htmlFor={id} className="small b-strong">
          {label}
        </label>
        {more && (
          <span className="hint" id={`${id}-hint`}>
            {more}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={checked}
        aria-checked={checked}
        // Reached by the keyboard all the same: its sentence says why it does nothing.
        aria-disabled={disabled === null ? undefined : true}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={`${more ? `${id}-hint` : ''} ${invalid ? `${id}-more` : ''}`.trim() || undefined}
        onChange={(event) => disabled === null && onChange(event.target.checked)}
      />
    </div>
  );
}
