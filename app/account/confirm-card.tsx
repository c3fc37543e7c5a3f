import { isAuthApiError, type User } from '@supabase/auth-js';
import { useState } from 'react';

import { takeFromMail, type MailPurpose } from '#app/session/mail-codes.ts';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import type { CaptchaSite } from './captcha-script.ts';
import { CONFIRM_WORDS, confirmedWords, SIGNED_UP_ELSEWHERE } from './confirm-words.ts';
import { NoScript } from './no-script.tsx';
import { SpentLink } from './spent-link.tsx';
import { SpokenTitle } from './spoken-title.tsx';
import { tellRefusal, useAttempt } from './use-attempt.ts';
import { useAwake } from './use-awake.ts';

type Props = {
  purpose: MailPurpose;
  /** Verifies the sign-up link as a recovery, which resets the account. */
  signedUpElsewhere?: boolean;
  tokenHash: string | null;
  /** The user who is already signed in here. */
  user: User | null;
  captchaSite: CaptchaSite | null;
  sandbox: boolean;
  onDone: (purpose: MailPurpose) => void;
};

function HalfAgreed({ user, onContinue }: Pick<Props, 'user'> & { onContinue: () => void }) {
  return (
    <div className="account-head">
      <SpokenTitle>This mailbox agrees</SpokenTitle>
      <p className="muted">
        Now press the link in our mail to the other mailbox
        {user?.new_email ? ` (we wrote to ${user.email} and to ${user.new_email})` : ''}. Your address changes
        when both have agreed.
      </p>
      <Key kind="primary" size="lg" className="account-go" onClick={onContinue}>
        Go on
      </Key>
    </div>
  );
}

/** Landing page of an email link. Opening it does not use up the link; only its button does. */
export function ConfirmCard({
  purpose,
  signedUpElsewhere = false,
  tokenHash,
  user,
  captchaSite,
  sandbox,
  onDone,
}: Props) {
  const [state, setState] = useState<'fresh' | 'half' | 'spent'>(tokenHash ? 'fresh' : 'spent');
  const { busy, attempt } = useAttempt();
  const awake = useAwake();
  if (state === 'half') return <HalfAgreed user={user} onContinue={() => onDone(purpose)} />;
  if (state === 'spent' || !tokenHash)
    return (
      <SpentLink purpose={purpose} user={user} captchaSite={captchaSite} sandbox={sandbox} onTaken={onDone} />
    );
  const confirm = async () => {
    const taken = await takeFromMail(purpose, { token_hash: tokenHash });
    if (taken === 'half') return setState('half');
    const words = confirmedWords(purpose, taken);
    if (words) toast(words);
    onDone(purpose);
  };
  const refuse = (error: unknown) => {
    if (isAuthApiError(error) && error.code === 'otp_expired') setState('spent');
    else tellRefusal(error);
  };
  const { title, text, act, busy: doing } = signedUpElsewhere ? SIGNED_UP_ELSEWHERE : CONFIRM_WORDS[purpose];
  return (
    <div className="account-head">
      <h1 className="h1">{title}</h1>
      <p className="muted">{text}</p>
      {user && purpose !== 'email_change' && (
        <p className="small muted">
          This browser is signed in as <b>{user.email}</b>. The link of another account takes its place.
        </p>
      )}
      <NoScript what="This link" />
      <Key
        kind="primary"
        size="lg"
        className="account-go"
        disabled={!awake}
        onClick={() => void attempt('it', confirm, refuse)}
        busy={busy !== null && doing}
      >
        {act}
      </Key>
    </div>
  );
}
