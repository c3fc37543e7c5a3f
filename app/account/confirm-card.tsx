import { isAuthApiError, type User } from '@supabase/auth-js';
import { useState } from 'react';

import { verifyEmailCode, type EmailPurpose } from '#app/session/mail-codes.ts';
import { Button } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import type { CaptchaSite } from './captcha-script.ts';
import { CONFIRMATION_COPY, getConfirmationToast, ACCOUNT_RESET_COPY } from './confirm-words.ts';
import { NoScriptNotice } from './no-script.tsx';
import { ExpiredLinkCard } from './spent-link.tsx';
import { FocusableHeading } from './spoken-title.tsx';
import { toastAuthError, useAuthAction } from './use-attempt.ts';
import { useHydrated } from './use-awake.ts';

type EmailConfirmationCardProps = {
  purpose: EmailPurpose;
  /** Verifies the sign-up link as a recovery, which resets the account. */
  resetsAccount?: boolean;
  tokenHash: string | null;
  /** The user who is already signed in here. */
  user: User | null;
  captchaSite: CaptchaSite | null;
  sandbox: boolean;
  onDone: (purpose: EmailPurpose) => void;
};

function OtherAddressPending({
  user,
  onContinue,
}: Pick<EmailConfirmationCardProps, 'user'> & { onContinue: () => void }) {
  return (
    <div className="account-head">
      <FocusableHeading>This mailbox agrees</FocusableHeading>
      <p className="muted">
        Now press the link in our mail to the other mailbox
        {user?.new_email ? ` (we wrote to ${user.email} and to ${user.new_email})` : ''}. Your address changes when both
        have agreed.
      </p>
      <Button variant="primary" size="lg" className="account-go" onClick={onContinue}>
        Go on
      </Button>
    </div>
  );
}

/** Landing page of an email link. Opening it does not use up the link; only its button does. */
export function EmailConfirmationCard({
  purpose,
  resetsAccount = false,
  tokenHash,
  user,
  captchaSite,
  sandbox,
  onDone,
}: EmailConfirmationCardProps) {
  const [state, setState] = useState<'fresh' | 'half' | 'spent'>(tokenHash ? 'fresh' : 'spent');
  const { busy, run } = useAuthAction();
  const isHydrated = useHydrated();
  if (state === 'half') return <OtherAddressPending user={user} onContinue={() => onDone(purpose)} />;
  if (state === 'spent' || !tokenHash)
    return (
      <ExpiredLinkCard purpose={purpose} user={user} captchaSite={captchaSite} sandbox={sandbox} onVerified={onDone} />
    );
  const confirm = async () => {
    const verification = await verifyEmailCode(purpose, { token_hash: tokenHash });
    if (verification === 'half') return setState('half');
    const toastContent = getConfirmationToast(purpose, verification);
    if (toastContent) toast(toastContent);
    onDone(purpose);
  };
  const handleError = (error: unknown) => {
    if (isAuthApiError(error) && error.code === 'otp_expired') setState('spent');
    else toastAuthError(error);
  };
  const { title, text, buttonLabel, busyLabel } = resetsAccount ? ACCOUNT_RESET_COPY : CONFIRMATION_COPY[purpose];
  return (
    <div className="account-head">
      <h1 className="h1">{title}</h1>
      <p className="muted">{text}</p>
      {user && purpose !== 'email_change' && (
        <p className="small muted">
          This browser is signed in as <b>{user.email}</b>. The link of another account takes its place.
        </p>
      )}
      <NoScriptNotice feature="This link" />
      <Button
        variant="primary"
        size="lg"
        className="account-go"
        disabled={!isHydrated}
        onClick={() => void run('it', confirm, handleError)}
        busyLabel={busy !== null && busyLabel}
      >
        {buttonLabel}
      </Button>
    </div>
  );
}
