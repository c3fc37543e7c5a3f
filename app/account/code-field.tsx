import type { RefObject } from 'react';

import { Field } from '#app/ui/field.tsx';

export type CodeKind = 'digits' | 'recovery';

type CodeFieldProps = {
  kind?: CodeKind;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** Strips what users type or paste besides the code itself: spaces, separators, other case. */
const normalizeCode = {
  digits: (text: string): string => text.replace(/\D/g, '').slice(0, 6),
  recovery: (text: string): string => text.replace(/\s/g, '').toLowerCase().slice(0, 48),
};

/** Input for a six-digit code or a recovery code. Phones and password managers can fill it in. */
export function CodeField({ kind = 'digits', label, hint, value, onChange, error, inputRef }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          ref={inputRef}
          className="in tall code-in"
          inputMode={kind === 'digits' ? 'numeric' : 'text'}
          autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(normalizeCode[kind](event.target.value))}
        />
      )}
    </Field>
  );
}
