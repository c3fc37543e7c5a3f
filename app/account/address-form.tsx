import { useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/ui/key.tsx';

import { CaptchaWidget } from './captcha-box.tsx';
import { validateEmail } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { useHydrated, useOnHydrate } from './use-awake.ts';
import type { Captcha } from './use-captcha.ts';

type EmailFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  captcha: Captcha;
  busy: boolean;
  onSubmit: () => void;
};

/** Asks for the email address that an email is sent to. */
export function EmailForm({ email, onEmailChange, captcha, busy, onSubmit }: EmailFormProps) {
  const [error, setError] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  useOnHydrate(() => {
    const newEmail = inputRef.current?.value ?? '';
    if (newEmail !== email) onEmailChange(newEmail);
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const newError = validateEmail(email);
    setError(newError);
    if (newError) inputRef.current?.focus();
    else onSubmit();
  };
  const handleChange = (newEmail: string) => {
    onEmailChange(newEmail);
    setError(null);
  };
  return (
    <form className="account-form" method="dialog" noValidate onSubmit={handleSubmit}>
      <EmailField value={email} error={error} inputRef={inputRef} onChange={handleChange} />
      <CaptchaWidget captcha={captcha} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="wide-key"
        disabled={!isHydrated}
        busyLabel={busy && 'Sending...'}
      >
        Send the mail
      </Button>
    </form>
  );
}
