import { useState, type ReactNode, type RefObject } from 'react';

import { Field } from './field.tsx';

type PasswordFieldProps = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Strength meter. Its presence marks a new password, for which password managers offer one. */
  strengthMeter?: ReactNode;
};

/** A password input with a Show button and, for a new password, a strength meter. */
export function PasswordField({
  label = 'Password',
  value,
  onChange,
  error,
  inputRef,
  strengthMeter,
}: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const visibilityToggle = (
    <button type="button" className="lab-key" onClick={() => setIsVisible(!isVisible)}>
      {isVisible ? 'Hide' : 'Show'}
      <span className="vh"> password</span>
    </button>
  );
  return (
    <Field label={label} aside={visibilityToggle} hint={strengthMeter} error={error}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          ref={inputRef}
          className="in tall"
          type={isVisible ? 'text' : 'password'}
          autoComplete={strengthMeter ? 'new-password' : 'current-password'}
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
