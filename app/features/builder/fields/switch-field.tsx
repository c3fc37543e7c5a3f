import type { ReactNode } from 'react';

import { Switch } from '#app/components/switch.tsx';

import { useConfigValue, type PathOf } from '../state/builder-context.ts';
import { useFieldState } from './builder-field.tsx';

type SwitchFieldProps = {
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

export function SwitchField({ id, label, hint, checked, disabled = null, invalid, onChange }: SwitchFieldProps) {
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

type ConfigSwitchProps = Pick<SwitchFieldProps, 'label' | 'hint' | 'disabled'> & {
  path: PathOf<boolean>;
  /** Field that has the errors of the setting; `path` by default. */
  field?: string;
  /** Replaces the change of this value alone. */
  onChange?: (checked: boolean) => void;
};

/** A switch of the config. */
export function ConfigSwitch({ path, field = path, ...props }: ConfigSwitchProps) {
  const [checked, setChecked] = useConfigValue(path);
  const { id, error } = useFieldState(field);
  return <SwitchField id={id} checked={checked} invalid={error !== null} onChange={setChecked} {...props} />;
}
