import type { User } from '@supabase/auth-js';
import { Link } from 'react-router';

import type { MailPurpose } from '#app/session/mail-codes.ts';
import { keyClass } from '#app/ui/key.tsx';

import type { CaptchaSite } from './captcha-script.ts';
import { MailCard } from './mail-card.tsx';
import { SpokenTitle } from './spoken-title.tsx';

const TITLE = 'This link does not work any more';
const WHY = 'It has been used, or is older than an hour.';

type Props = {
  purpose: MailPurpose;
  user: User | null;
  captchaSite: CaptchaSite | null;
  sandbox: boolean;
  onTaken: (purpose: MailPurpose) => void;
};

/** Links that replace the email form, for purposes that need no new email. */
const WAYS = {
  email: { text: WHY, to: '/auth', label: 'To the sign-in page' },
  email_change: {
    text: `${WHY} If your address has not changed, ask for it once more on your account page.`,
    to: '/account',
    label: 'To your account',
  },
  confirmed: { text: 'Your address is confirmed already.', to: '/builder', label: 'To the builder' },
} as const;

const wayOf = (purpose: MailPurpose, user: User | null) => {
  if (purpose === 'signup' && user?.email_confirmed_at) return WAYS.confirmed;
  return purpose === 'email' || purpose === 'email_change' ? WAYS[purpose] : null;
};

/** Shown for a used or expired link. */
export function SpentLink({ purpose, user, captchaSite, sandbox, onTaken }: Props) {
  const way = wayOf(purpose, user);
  if (!way)
    return (
      <MailCard
        purpose={purpose === 'signup' ? 'signup' : 'recovery'}
        title={TITLE}
        isNews
        text={`${WHY} Ask for a new one here.`}
        email={user?.email ?? ''}
        captchaSite={captchaSite}
        sandbox={sandbox}
        onTaken={onTaken}
      />
    );
  return (
    <div className="account-head">
      <SpokenTitle>{TITLE}</SpokenTitle>
      <p className="muted">{way.text}</p>
      <Link className={keyClass('primary', 'lg', 'account-go')} to={way.to}>
        {way.label}
      </Link>
    </div>
  );
}
