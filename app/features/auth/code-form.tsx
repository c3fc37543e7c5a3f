import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { getAuthErrorMessage } from '#app/lib/session/session.ts';

import { useAuthAction } from './use-auth-action.ts';

type CodeKind = 'digits' | 'recovery';

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
function CodeField({ kind = 'digits', label, hint, value, onChange, error, inputRef }: CodeFieldProps) {
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

type CodeFormProps = {
  kind?: CodeKind;
  label: string;
  hint: string;
  submitLabel: string;
  /** Throws the client's error when the code is refused. */
  onCode: (code: string) => Promise<unknown>;
  /** Error message, where the server's own message does not fit. */
  getMessage?: (error: unknown) => string;
};

const MISSING_MESSAGES = { digits: 'Type the six digits.', recovery: 'Type one of your recovery codes.' };

const isComplete = {
  digits: (code: string) => code.length === 6,
  recovery: (code: string) => code.length > 0,
};

/** A form with a code. Errors are shown at the field, and the typed code stays. */
export function CodeForm({
  kind = 'digits',
  label,
  hint,
  submitLabel,
  onCode,
  getMessage = getAuthErrorMessage,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const { busy, run } = useAuthAction();
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  const showError = (message: string) => {
    setFieldError(message);
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete[kind](code)) return showError(MISSING_MESSAGES[kind]);
    void run(
      'it',
      () => onCode(code),
      (error) => showError(getMessage(error)),
    );
  };
  const handleChange = (newCode: string) => {
    setCode(newCode);
    setFieldError(null);
  };
  return (
    <form className="account-form" method="dialog" noValidate onSubmit={handleSubmit}>
      <CodeField
        kind={kind}
        label={label}
        hint={hint}
        value={code}
        error={fieldError}
        inputRef={inputRef}
        onChange={handleChange}
      />
      <Button type="submit" variant="primary" size="lg" className="wide-key" busyLabel={busy !== null && 'Checking...'}>
        {submitLabel}
      </Button>
    </form>
  );
}
