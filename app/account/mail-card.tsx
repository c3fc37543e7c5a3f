import { isAuthApiError } from '@supabase/auth-js';
import { useState } from 'react';

import { askForMail, takeFromMail, type MailPurpose } from '#app/session/mail-codes.ts';
import { authProblem } from '#app/session/session.ts';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { AddressForm } from './address-form.tsx';
import { CaptchaBox } from './captcha-box.tsx';
import type { CaptchaSite } from './captcha-script.ts';
import { CodeForm } from './code-form.tsx';
import { NoScript } from './no-script.tsx';
import { SpokenTitle } from './spoken-title.tsx';
import { useAttempt } from './use-attempt.ts';
import { useCaptcha, type Captcha } from './use-captcha.ts';
import { useCountdown } from './use-countdown.ts';

const SEND_AGAIN_S = 60;

const codeWords = (error: unknown): string =>
  isAuthApiError(error) && error.code === 'otp_expired'
    ? 'This code is not right, or too old. The newest mail has the one that works.'
    : authProblem(error);

type SentProps = {
  email: string;
  sandbox: boolean;
  captcha: Captcha;
  busy: boolean;
  /** Resolves to true when another email was sent. */
  onAgain: () => Promise<boolean>;
  onCode: (code: string) => Promise<unknown>;
  onChange: () => void;
};

/** Shows the same text whether or not an account has this address, so that it does not reveal accounts. */
function Sent({ email, sandbox, captcha, busy, onAgain, onCode, onChange }: SentProps) {
  const [left, startCountdown] = useCountdown(SEND_AGAIN_S, true);
  const again = async () => {
    if (!(await onAgain())) return;
    startCountdown();
    toast({ title: 'Sent again', message: 'The newest mail has the code that works.' });
  };
  return (
    <>
      <div className="account-head">
        <h1 className="h1">Look into your mailbox</h1>
        <p className="muted" role="status">
          If <b>{email}</b> has an account here, a mail is on its way. Press its link, or type its code here.
          Both work once, within an hour.
        </p>
      </div>
      {sandbox && (
        <p className="banner">
          <span>
            In the sandbox all mail ends at the{' '}
            <a href="/sandbox/mail" target="_blank" rel="noreferrer">
              mail desk
            </a>
            .
          </span>
        </p>
      )}
      <CodeForm label="Code from the mail" hint="Six digits." act="Go on" onCode={onCode} words={codeWords} />
      {left === 0 && <CaptchaBox captcha={captcha} />}
      <div className="account-feet">
        <Key
          kind="bare"
          aria-disabled={left > 0}
          busy={busy && 'Sending...'}
          onClick={() => left === 0 && void again()}
        >
          {left > 0 ? `Send again in ${left} s` : 'Send again'}
        </Key>
        <Key kind="bare" onClick={onChange}>
          Use another address
        </Key>
      </div>
    </>
  );
}

type Props = {
  purpose: 'recovery' | 'signup';
  title: string;
  text: string;
  /** Focuses the title, because the card replaces what the user clicked. */
  isNews?: boolean;
  email: string;
  captchaSite: CaptchaSite | null;
  sandbox: boolean;
  /** The code was accepted and the user is signed in. Receives the purpose that it was verified for. */
  onTaken: (purpose: MailPurpose) => void;
};

/** Sends an email, confirms that it was sent, and verifies its code. */
export function MailCard({
  purpose,
  title,
  text,
  isNews = false,
  email: known,
  captchaSite,
  sandbox,
  onTaken,
}: Props) {
  const [email, setEmail] = useState(known);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const captcha = useCaptcha(captchaSite);
  const { busy, attempt } = useAttempt();
  const send = async (address: string): Promise<boolean> => {
    let sent = false;
    await attempt('it', async () => {
      sent = await captcha.spend((proof) => askForMail(purpose, address, proof));
    });
    if (sent) setSentTo(address);
    return sent;
  };
  // Only the account of this browser is confirmed; any other account is reset.
  const taken = sentTo === known ? purpose : 'recovery';
  if (sentTo !== null)
    return (
      <div className="account-card">
        <Sent
          email={sentTo}
          sandbox={sandbox}
          captcha={captcha}
          busy={busy !== null}
          onAgain={() => send(sentTo)}
          onCode={(token) => takeFromMail(taken, { email: sentTo, token }).then(() => onTaken(taken))}
          onChange={() => setSentTo(null)}
        />
      </div>
    );
  return (
    <div className="account-card">
      <div className="account-head">
        {isNews ? <SpokenTitle>{title}</SpokenTitle> : <h1 className="h1">{title}</h1>}
        <p className="muted">{text}</p>
      </div>
      <NoScript what="Asking for a mail" />
      <AddressForm
        email={email}
        onType={setEmail}
        captcha={captcha}
        busy={busy !== null}
        onSend={() => void send(email.trim())}
      />
    </div>
  );
}
