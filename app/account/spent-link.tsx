import type { User } from '@supabase/auth-js';
import { Link } from 'react-router';

import type { EmailPurpose } from '#app/session/mail-codes.ts';
import { buttonVariants } from '#app/ui/key.tsx';

import type { CaptchaSite } from './captcha-script.ts';
import { RequestEmailCard } from './mail-card.tsx';
import { FocusableHeading } from './spoken-title.tsx';

const TITLE = 'This link does not work any more';
const REASON = 'It has been used, or is older than an hour.';

type ExpiredLinkCardProps = {
  purpose: EmailPurpose;
  user: User | null;
  captchaSite: CaptchaSite | null;
  sandbox: boolean;
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
export function ExpiredLinkCard({ purpose, user, captchaSite, sandbox, onVerified }: ExpiredLinkCardProps) {
  const alternative = getAlternative(purpose, user);
  if (!alternative)
    return (
      <RequestEmailCard
        purpose={purpose === 'signup' ? 'signup' : 'recovery'}
        title={TITLE}
        focusTitle
        text={`${REASON} Ask for a new one here.`}
        email={user?.email ?? ''}
        captchaSite={captchaSite}
        sandbox={sandbox}
        onVerified={onVerified}
      />
    );
  return (
    <div className="account-head">
      <FocusableHeading>{TITLE}</FocusableHeading>
      <p className="muted">{alternative.text}</p>
      <Link className={buttonVariants('primary', 'lg', 'account-go')} to={alternative.to}>
        {alternative.label}
      </Link>
    </div>
  );
}
