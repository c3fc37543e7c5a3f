import { useRef, useState, type FormEvent } from 'react';

import { Key } from '#app/ui/key.tsx';

import { CaptchaBox } from './captcha-box.tsx';
import { emailProblem } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { useAwake, useOnceAwake } from './use-awake.ts';
import type { Captcha } from './use-captcha.ts';

type Props = {
  email: string;
  onType: (email: string) => void;
  captcha: Captcha;
  busy: boolean;
  onSend: () => void;
};

/** Asks for the email address that an email is sent to. */
export function AddressForm({ email, onType, captcha, busy, onSend }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const awake = useAwake();
  useOnceAwake(() => {
    const typed = input.current?.value ?? '';
    if (typed !== email) onType(typed);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    if (found) input.current?.focus();
    else onSend();
  };
  const type = (typed: string) => {
    onType(typed);
    setProblem(null);
  };
  return (
    <form className="account-form" method="dialog" noValidate onSubmit={submit}>
      <EmailField value={email} error={problem} inputRef={input} onChange={type} />
      <CaptchaBox captcha={captcha} />
      <Key
        type="submit"
        kind="primary"
        size="lg"
        className="wide-key"
        disabled={!awake}
        busy={busy && 'Sending...'}
      >
        Send the mail
      </Key>
    </form>
  );
}
