import { useState, type ReactNode, type RefObject } from 'react';

import { Field } from './field.tsx';

type Props = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Strength meter. Its presence marks a new password, for which password managers offer one. */
  meter?: ReactNode;
};

/** A password input with a Show button and, for a new password, a strength meter. */
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
