import { useEffect, useRef, useState, type FormEvent } from 'react';

import { authProblem } from '#app/session/session.ts';
import { Key } from '#app/ui/key.tsx';

import { CodeField, type CodeKind } from './code-field.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = {
  kind?: CodeKind;
  label: string;
  hint: string;
  act: string;
  /** Throws the client's error when the code is refused. */
  onCode: (code: string) => Promise<unknown>;
  /** Error message, where the server's own message does not fit. */
  words?: (error: unknown) => string;
};

const MISSING = { digits: 'Type the six digits.', recovery: 'Type one of your recovery codes.' };

const isWhole = { digits: (code: string) => code.length === 6, recovery: (code: string) => code.length > 0 };

/** A form with a code. Errors are shown at the field, and the typed code stays. */
export function CodeForm({ kind = 'digits', label, hint, act, onCode, words = authProblem }: Props) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const refuse = (message: string) => {
    setProblem(message);
    input.current?.focus();
    input.current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole[kind](code)) return refuse(MISSING[kind]);
    void attempt(
      'it',
      () => onCode(code),
      (error) => refuse(words(error)),
    );
  };
  const type = (typed: string) => {
    setCode(typed);
    setProblem(null);
  };
  return (
    <form className="account-form" method="dialog" noValidate onSubmit={submit}>
      <CodeField
        kind={kind}
        label={label}
        hint={hint}
        value={code}
        error={problem}
        inputRef={input}
        onChange={type}
      />
      <Key type="submit" kind="primary" size="lg" className="wide-key" busy={busy !== null && 'Checking...'}>
        {act}
      </Key>
    </form>
  );
}
