import { useState, type ReactNode, type RefObject } from 'react';

import { Field } from './field.tsx';

type Props = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** What tells how strong it is: with it, it is a new password, and password managers offer one. */
  meter?: ReactNode;
};

/** The password with its Show key and, for a new one, the meter that advises. */
export function PasswordField({ label = 'Password', value, onChange, error, inputRef, meter }: Props) {
  const [shown, setShown] = useState(false);
  const show = (
    <button type="button" className="lab-key" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
      <span className="vh"> password</span>
    </button>
  );
  return (
    <Field label={label} aside={show} hint={meter} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          ref={inputRef}
          className="in tall"
          type={shown ? 'text' : 'password'}
          autoComplete={meter ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
