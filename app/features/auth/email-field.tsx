import type { RefObject } from 'react';

import { Field } from '#app/components/field.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  autoComplete?: 'email' | 'username';
};

export function EmailField({ value, onChange, error, inputRef, autoComplete = 'username' }: Props) {
  return (
    <Field label="Email" error={error}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          ref={inputRef}
          className="in tall"
          type="email"
          autoComplete={autoComplete}
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
