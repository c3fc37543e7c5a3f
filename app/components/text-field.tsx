import { useEffect, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from 'react';

import { Field } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'ref'> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  hint?: ReactNode;
  /** Shown below the field. A new error moves the focus to the field, unless the form has an `inputRef` to it. */
  error?: string | null | undefined;
  focusOnMount?: boolean;
  /** Content at the right of the label: "optional", a small button. */
  aside?: ReactNode;
  /** For forms that move the focus themselves. */
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
  /** `tall`: for forms that are a whole screen. */
  variant?: 'tall' | 'tall code-input' | undefined;
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
  inputRef,
  variant,
  ...inputProps
}: TextFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnMount) ownRef.current?.focus();
  }, [focusOnMount]);
  useEffect(() => {
    if (error) ownRef.current?.focus();
  }, [error]);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(fieldProps) => (
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...inputProps}
          {...fieldProps}
          ref={inputRef ?? ownRef}
          className={variant ? `in ${variant}` : 'in'}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export const EmailField = (props: Omit<TextFieldProps, 'type' | 'label'>) => (
  <TextField autoComplete="username" required {...props} label="Email" type="email" variant="tall" />
);

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'aside' | 'label' | 'autoComplete'> & {
  label?: string;
  /** A new password: password managers offer one. `hint` is the place for a strength meter. */
  isNew?: boolean;
};

/** A password input with a Show button. */
export function PasswordField({ label = 'Password', isNew = false, ...props }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const visibilityToggle = (
    <button type="button" className="label-button" onClick={() => setIsVisible(!isVisible)}>
      {isVisible ? 'Hide' : 'Show'}
      <span className="vh"> {label.toLowerCase()}</span>
    </button>
  );
  return (
    <TextField
      {...props}
      label={label}
      type={isVisible ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      aside={visibilityToggle}
    />
  );
}

export type CodeKind = 'digits' | 'recovery';

/** Strips what users type or paste besides the code itself: spaces, separators, other case. */
const normalizeCode = {
  digits: (text: string): string => text.replace(/\D/g, '').slice(0, 6),
  recovery: (text: string): string => text.replace(/\s/g, '').toLowerCase().slice(0, 48),
};

/** An input for a six-digit code or a recovery code. Phones and password managers can fill it in. */
export const CodeField = ({
  kind = 'digits',
  ...props
}: Omit<TextFieldProps, 'type'> & { kind?: CodeKind | undefined }) => (
  <TextField
    inputMode={kind === 'digits' ? 'numeric' : 'text'}
    autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
    autoCorrect="off"
    {...props}
    onValueChange={(text) => props.onValueChange(normalizeCode[kind](text))}
  />
);
