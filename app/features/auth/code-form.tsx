import { useEffect, useRef, useState, type FormEvent } from 'react';

import { CodeField, type CodeKind } from '#app/components/text-field.tsx';
import { getAuthErrorMessage } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';

import { AuthButton } from './auth-card.tsx';
import { useAuthAction } from './use-auth-action.ts';

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
    if (!isComplete[kind](code)) return showError(authMessages.code.missing[kind]);
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
    <form className="auth-form" method="dialog" noValidate onSubmit={handleSubmit}>
      <CodeField
        kind={kind}
        label={label}
        hint={hint}
        value={code}
        error={fieldError}
        inputRef={inputRef}
        onValueChange={handleChange}
        required
        variant="tall code-input"
      />
      <AuthButton type="submit" busyLabel={busy !== null && authMessages.code.busy}>
        {submitLabel}
      </AuthButton>
    </form>
  );
}
