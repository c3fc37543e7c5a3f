import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import type { ToastContent } from '#app/components/toast-card.tsx';
import { toast } from '#app/components/toast.tsx';
import { isAuthApiError } from '#app/lib/session/auth-errors.ts';
import { verifyEmailCode, type EmailPurpose, type EmailVerification } from '#app/lib/session/email-verification.ts';
import { emailLinkMessages } from '#content/messages/email-links.ts';

import { AuthButton, AuthCardHeader } from './auth-card.tsx';
import { NoScriptNotice } from './auth-layout.tsx';
import { RequestEmailCard } from './request-email-card.tsx';
import { toastAuthError, useAuthAction, WELCOME_BACK } from './use-auth-action.ts';
import { useHydrated } from './use-hydrated.ts';

type ExpiredLinkCardProps = {
  purpose: EmailPurpose;
  user: User | null;
  onVerified: (purpose: EmailPurpose) => void;
};

const EXPIRED = emailLinkMessages.expired;

/** Links that replace the email form, for purposes that need no new email. */
const ALTERNATIVES = {
  email: { ...EXPIRED.email, to: '/auth' },
  email_change: { ...EXPIRED.emailChange, to: '/account' },
  confirmed: { ...EXPIRED.confirmed, to: '/builder' },
} as const;

const getAlternative = (purpose: EmailPurpose, user: User | null) => {
  if (purpose === 'signup' && user?.email_confirmed_at) return ALTERNATIVES.confirmed;
  return purpose === 'email' || purpose === 'email_change' ? ALTERNATIVES[purpose] : null;
};

/** Shown for a used or expired link. */
function ExpiredLinkCard({ purpose, user, onVerified }: ExpiredLinkCardProps) {
  const alternative = getAlternative(purpose, user);
  if (!alternative)
    return (
      <RequestEmailCard
        purpose={purpose === 'signup' ? 'signup' : 'recovery'}
        title={EXPIRED.title}
        focusTitle
        text={EXPIRED.request}
        email={user?.email ?? ''}
        onVerified={onVerified}
      />
    );
  return (
    <AuthCardHeader title={EXPIRED.title} text={alternative.text} focusTitle>
      <Link className={buttonVariants('primary', 'lg', 'auth-card__action')} to={alternative.to}>
        {alternative.link}
      </Link>
    </AuthCardHeader>
  );
}

/** Returns the toast for a successful confirmation, or null where the next screen is enough. */
function getConfirmationToast(
  purpose: EmailPurpose,
  verification: Exclude<EmailVerification, 'half'>,
): ToastContent | null {
  if (purpose === 'signup') return emailLinkMessages.confirmed.signup(verification);
  if (purpose === 'email_change') return emailLinkMessages.confirmed.emailChange(verification);
  return purpose === 'recovery' || verification.needsSecondFactor ? null : WELCOME_BACK;
}

type EmailConfirmationCardProps = {
  purpose: EmailPurpose;
  /** Verifies the sign-up link as a recovery, which resets the account. */
  resetsAccount?: boolean;
  tokenHash: string | null;
  /** The user who is already signed in here. */
  user: User | null;
  onDone: (purpose: EmailPurpose) => void;
};

function OtherAddressPending({
  user,
  onContinue,
}: Pick<EmailConfirmationCardProps, 'user'> & { onContinue: () => void }) {
  const { title, text, textWithAddresses, submit } = emailLinkMessages.otherAddress;
  const { email: current, new_email: next } = user ?? {};
  return (
    <AuthCardHeader title={title} text={current && next ? textWithAddresses({ current, next }) : text} focusTitle>
      <AuthButton className="auth-card__action" onClick={onContinue}>
        {submit}
      </AuthButton>
    </AuthCardHeader>
  );
}

/** Landing page of an email link. Opening it does not use up the link; only its button does. */
export function EmailConfirmationCard({
  purpose,
  resetsAccount = false,
  tokenHash,
  user,
  onDone,
}: EmailConfirmationCardProps) {
  const [state, setState] = useState<'fresh' | 'half' | 'spent'>(tokenHash ? 'fresh' : 'spent');
  const { busy, run } = useAuthAction();
  const isHydrated = useHydrated();
  if (state === 'half') return <OtherAddressPending user={user} onContinue={() => onDone(purpose)} />;
  if (state === 'spent' || !tokenHash) return <ExpiredLinkCard purpose={purpose} user={user} onVerified={onDone} />;
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
  const messages = emailLinkMessages[resetsAccount ? 'accountReset' : purpose];
  return (
    <AuthCardHeader title={messages.title} text={messages.text}>
      {user && purpose !== 'email_change' && (
        <p className="small muted">
          <RichText text={emailLinkMessages.otherAccount} tags={{ email: () => <b>{user.email}</b> }} />
        </p>
      )}
      <NoScriptNotice text={emailLinkMessages.noScript} />
      <AuthButton
        className="auth-card__action"
        disabled={!isHydrated}
        onClick={() => void run('it', confirm, handleError)}
        busyLabel={busy !== null && messages.busy}
      >
        {messages.submit}
      </AuthButton>
    </AuthCardHeader>
  );
}
