import { useEffect, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from 'react';

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

type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'ref'> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  hint?: ReactNode;
  /** Shown below the field. A new error moves the focus to the field. */
  error?: string | null | undefined;
  /** Focuses the field on mount. */
  focusOnMount?: boolean;
  aside?: ReactNode;
};

/** A single-line text field with label, hint and error. */
export function TextField({
  label,
  value,
  onValueChange,
  hint,
  error,
  focusOnMount,
  aside,
  ...inputProps
}: TextFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnMount) inputRef.current?.focus();
  }, [focusOnMount]);
  useEffect(() => {
    if (error) inputRef.current?.focus();
  }, [error]);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(fieldProps) => (
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...inputProps}
          {...fieldProps}
          ref={inputRef}
          className="in"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}

type PasswordInputProps = Omit<TextFieldProps, 'type' | 'aside' | 'label'> & { label?: string };

/** A password input with a Show button. */
export function PasswordInput({ label = 'Password', ...props }: PasswordInputProps) {
  const [isVisible, setIsVisible] = useState(false);
  const visibilityToggle = (
    <button type="button" className="lab-key" onClick={() => setIsVisible(!isVisible)}>
      {isVisible ? 'Hide' : 'Show'}
      <span className="vh"> {label.toLowerCase()}</span>
    </button>
  );
  return <TextField {...props} label={label} type={isVisible ? 'text' : 'password'} aside={visibilityToggle} />;
}

/** An input for a six-digit code. Strips everything except digits. */
export function CodeInput(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      autoComplete="one-time-code"
      inputMode="numeric"
      {...props}
      onValueChange={(text) => props.onValueChange(text.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
