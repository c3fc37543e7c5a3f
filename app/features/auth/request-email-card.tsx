import { useState, useRef, type FormEvent } from 'react';

import { Banner } from '#app/components/banner.tsx';
import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { EmailField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useScreenData } from '#app/lib/screen-data.ts';
import { isAuthApiError } from '#app/lib/session/auth-errors.ts';
import { requestEmail, verifyEmailCode, type EmailPurpose } from '#app/lib/session/email-verification.ts';
import { getAuthErrorMessage } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';

import { AuthButton, AuthCardHeader, ResendButton, useResendCooldown } from './auth-card.tsx';
import { NoScriptNotice } from './auth-layout.tsx';
import { CaptchaWidget, useCaptcha, type Captcha } from './captcha.tsx';
import { CodeForm } from './code-form.tsx';
import { validateEmail } from './credentials.ts';
import { useAuthAction } from './use-auth-action.ts';
import { useHydrated, useOnHydrate } from './use-hydrated.ts';

const { sent: SENT, ...MESSAGES } = authMessages.requestEmail;

type EmailFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  captcha: Captcha;
  busy: boolean;
  onSubmit: () => void;
};

/** Asks for the email address that an email is sent to. */
function EmailForm({ email, onEmailChange, captcha, busy, onSubmit }: EmailFormProps) {
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
    <form className="auth-form" method="dialog" noValidate onSubmit={handleSubmit}>
      <EmailField value={email} error={error} inputRef={inputRef} onValueChange={handleChange} />
      <CaptchaWidget captcha={captcha} />
      <AuthButton type="submit" disabled={!isHydrated} busyLabel={busy && MESSAGES.busy}>
        {MESSAGES.submit}
      </AuthButton>
    </form>
  );
}

const getCodeErrorMessage = (error: unknown): string =>
  isAuthApiError(error) && error.code === 'otp_expired' ? SENT.codeInvalid : getAuthErrorMessage(error);

const SANDBOX_TAGS = {
  inbox: (text: string) => (
    <a href="/sandbox/mail" target="_blank" rel="noreferrer">
      {text}
    </a>
  ),
};

type EmailSentProps = {
  email: string;
  captcha: Captcha;
  busy: boolean;
  /** Resolves to true when another email was sent. */
  onResend: () => Promise<boolean>;
  onCode: (code: string) => Promise<unknown>;
  onChangeEmail: () => void;
};

/** Shows the same text whether or not an account has this address, so that it does not reveal accounts. */
function EmailSentPanel({ email, captcha, busy, onResend, onCode, onChangeEmail }: EmailSentProps) {
  const [secondsLeft, startCountdown] = useResendCooldown(true);
  const { sandbox } = useScreenData();
  const resend = async () => {
    if (!(await onResend())) return;
    startCountdown();
    toast(SENT.resent);
  };
  return (
    <>
      <div className="auth-card__header">
        <h1 className="h1">{SENT.title}</h1>
        <p className="muted" role="status">
          <RichText text={SENT.text} tags={{ email: () => <b>{email}</b> }} />
        </p>
      </div>
      {sandbox && (
        <Banner>
          <span>
            <RichText text={SENT.sandbox} tags={SANDBOX_TAGS} />
          </span>
        </Banner>
      )}
      <CodeForm
        label={SENT.codeLabel}
        hint={SENT.codeHint}
        submitLabel={SENT.submit}
        onCode={onCode}
        getMessage={getCodeErrorMessage}
      />
      {secondsLeft === 0 && <CaptchaWidget captcha={captcha} />}
      <div className="auth-card__footer">
        <ResendButton secondsLeft={secondsLeft} busy={busy} onResend={() => void resend()} />
        <Button variant="bare" onClick={onChangeEmail}>
          {SENT.changeEmail}
        </Button>
      </div>
    </>
  );
}

type RequestEmailCardProps = {
  purpose: 'recovery' | 'signup';
  title: string;
  text: string;
  /** Focuses the title, because the card replaces what the user clicked. */
  focusTitle?: boolean;
  email: string;
  /** The code was accepted and the user is signed in. Receives the purpose that it was verified for. */
  onVerified: (purpose: EmailPurpose) => void;
};

/** Sends an email, confirms that it was sent, and verifies its code. */
export function RequestEmailCard({
  purpose,
  title,
  text,
  focusTitle = false,
  email: initialEmail,
  onVerified,
}: RequestEmailCardProps) {
  const [email, setEmail] = useState(initialEmail);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const captcha = useCaptcha(useScreenData().signInOptions.captcha);
  const { busy, run } = useAuthAction();
  const sendEmail = async (recipient: string): Promise<boolean> => {
    let isSent = false;
    await run('it', async () => {
      isSent = await captcha.withToken((captchaInput) => requestEmail(purpose, recipient, captchaInput));
    });
    if (isSent) setSentTo(recipient);
    return isSent;
  };
  // Only the account of this browser is confirmed; any other account is reset.
  const verifyPurpose = sentTo === initialEmail ? purpose : 'recovery';
  if (sentTo !== null)
    return (
      <div className="auth-card">
        <EmailSentPanel
          email={sentTo}
          captcha={captcha}
          busy={busy !== null}
          onResend={() => sendEmail(sentTo)}
          onCode={(token) =>
            verifyEmailCode(verifyPurpose, { email: sentTo, token }).then(() => onVerified(verifyPurpose))
          }
          onChangeEmail={() => setSentTo(null)}
        />
      </div>
    );
  return (
    <div className="auth-card">
      <AuthCardHeader title={title} text={text} focusTitle={focusTitle} />
      <NoScriptNotice text={MESSAGES.noScript} />
      <EmailForm
        email={email}
        onEmailChange={setEmail}
        captcha={captcha}
        busy={busy !== null}
        onSubmit={() => void sendEmail(email.trim())}
      />
    </div>
  );
}
