import { isAuthApiError, type User } from '@supabase/auth-js';
import { useState } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import type { ToastContent } from '#app/components/toast-card.tsx';
import { toast } from '#app/components/toast.tsx';
import { verifyEmailCode, type EmailPurpose, type EmailVerification } from '#app/lib/session/email-verification.ts';

import { AuthButton, AuthCardHeader } from './auth-card.tsx';
import { NoScriptNotice } from './auth-layout.tsx';
import { RequestEmailCard } from './request-email-card.tsx';
import { toastAuthError, useAuthAction, WELCOME_BACK } from './use-auth-action.ts';
import { useHydrated } from './use-hydrated.ts';

const TITLE = 'This link does not work any more';
const REASON = 'It has been used, or is older than an hour.';

type ExpiredLinkCardProps = {
  purpose: EmailPurpose;
  user: User | null;
  onVerified: (purpose: EmailPurpose) => void;
};

/** Links that replace the email form, for purposes that need no new email. */
const ALTERNATIVES = {
  email: { text: REASON, to: '/auth', label: 'To the sign-in page' },
  email_change: {
    text: `${REASON} If your address has not changed, ask for it once more on your account page.`,
    to: '/account',
    label: 'To your account',
  },
  confirmed: { text: 'Your address is confirmed already.', to: '/builder', label: 'To the builder' },
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
        title={TITLE}
        focusTitle
        text={`${REASON} Ask for a new one here.`}
        email={user?.email ?? ''}
        onVerified={onVerified}
      />
    );
  return (
    <AuthCardHeader title={TITLE} text={alternative.text} focusTitle>
      <Link className={buttonVariants('primary', 'lg', 'auth-card__action')} to={alternative.to}>
        {alternative.label}
      </Link>
    </AuthCardHeader>
  );
}

type ConfirmationCopy = { title: string; text: string; buttonLabel: string; busyLabel: string };

const CONFIRMATION_COPY: Record<EmailPurpose, ConfirmationCopy> = {
  email: {
    title: 'One more press',
    text: 'You opened the link from our mail. The button signs you in on this device.',
    buttonLabel: 'Sign in',
    busyLabel: 'Signing in...',
  },
  signup: {
    title: 'Confirm your address',
    text: 'You opened the link from our mail. The button confirms your address and signs you in on this device.',
    buttonLabel: 'Confirm address',
    busyLabel: 'Confirming...',
  },
  recovery: {
    title: 'On to a new password',
    text: 'You opened the link from our mail. The button signs you in on this device, and you choose a new password.',
    buttonLabel: 'Choose a new password',
    busyLabel: 'Opening...',
  },
  email_change: {
    title: 'Change your address',
    text: 'Your account asked for another email address. Confirm it only if you requested the change.',
    buttonLabel: 'Agree',
    busyLabel: 'Agreeing...',
  },
};

/** Copy of a sign-up link in a browser that is not signed in to that account. Someone else may have signed up. */
const ACCOUNT_RESET_COPY: ConfirmationCopy = {
  title: 'Confirm your address',
  text: 'You aren’t signed in to this account in this browser. If you signed up in another browser, open the link there. Otherwise confirm here and choose a new password: every other browser is signed out, and everything that was set up to sign in or to receive payments is removed.',
  buttonLabel: 'Confirm and set password',
  busyLabel: 'Confirming...',
};

/** Returns the toast for a successful confirmation, or null where the next screen is enough. */
function getConfirmationToast(
  purpose: EmailPurpose,
  verification: Exclude<EmailVerification, 'half'>,
): ToastContent | null {
  if (purpose === 'signup') return { title: 'Address confirmed', message: verification.email };
  if (purpose === 'email_change')
    return { title: 'Address changed', message: `You sign in with ${verification.email} from now on.` };
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
  const recipients = user?.new_email ? ` (we wrote to ${user.email} and to ${user.new_email})` : '';
  return (
    <AuthCardHeader
      title="Address confirmed"
      text={`Now open the link in our email to your other address${recipients}. Your address changes when both have agreed.`}
      focusTitle
    >
      <AuthButton className="auth-card__action" onClick={onContinue}>
        Go on
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
  const { title, text, buttonLabel, busyLabel } = resetsAccount ? ACCOUNT_RESET_COPY : CONFIRMATION_COPY[purpose];
  return (
    <AuthCardHeader title={title} text={text}>
      {user && purpose !== 'email_change' && (
        <p className="small muted">
          This browser is signed in as <b>{user.email}</b>. The link of another account takes its place.
        </p>
      )}
      <NoScriptNotice feature="This link" />
      <AuthButton
        className="auth-card__action"
        disabled={!isHydrated}
        onClick={() => void run('it', confirm, handleError)}
        busyLabel={busy !== null && busyLabel}
      >
        {buttonLabel}
      </AuthButton>
    </AuthCardHeader>
  );
}
