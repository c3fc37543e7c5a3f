import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';

import { Field } from '#app/ui/field.tsx';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'ref'> & {
  label: string;
  value: string;
  onType: (value: string) => void;
  hint?: ReactNode;
  /** Shown below the field. A new error moves the focus to the field. */
  error?: string | null | undefined;
  /** Focuses the field on mount. */
  first?: boolean;
  aside?: ReactNode;
};

/** A single-line text field with label, hint and error. */
export function TypedField({ label, value, onType, hint, error, first, aside, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (first) field.current?.focus();
  }, [first]);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...wiring}
          ref={field}
          className="in"
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}

type SecretProps = Omit<Props, 'type' | 'aside' | 'label'> & { label?: string };

/** A password input with a Show button. */
export function SecretField({ label = 'Password', ...props }: SecretProps) {
  const [shown, setShown] = useState(false);
  const show = (
    <button type="button" className="lab-key" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
      <span className="vh"> {label.toLowerCase()}</span>
    </button>
  );
  return <TypedField {...props} label={label} type={shown ? 'text' : 'password'} aside={show} />;
}

/** An input for a six-digit code. Strips everything except digits. */
export function CodeField(props: Omit<Props, 'type'>) {
  return (
    <TypedField
      autoComplete="one-time-code"
      inputMode="numeric"
      {...props}
      onType={(typed) => props.onType(typed.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
