import type { MailPurpose, Taken } from '#app/session/mail-codes.ts';
import type { ToastWords } from '#app/ui/toast-card.tsx';

import { WELCOME_BACK } from './welcome.ts';

type Words = { title: string; text: string; act: string; busy: string };

export const CONFIRM_WORDS: Record<MailPurpose, Words> = {
  email: {
    title: 'One more press',
    text: 'You opened the link from our mail. The button signs you in on this device.',
    act: 'Sign in',
    busy: 'Signing in...',
  },
  signup: {
    title: 'Confirm your address',
    text: 'You opened the link from our mail. The button confirms your address and signs you in on this device.',
    act: 'Confirm address',
    busy: 'Confirming...',
  },
  recovery: {
    title: 'On to a new password',
    text: 'You opened the link from our mail. The button signs you in on this device, and you choose a new password.',
    act: 'Choose a new password',
    busy: 'Opening...',
  },
  email_change: {
    title: 'Change your address',
    text: 'Somebody who is signed in to your account asked for another email address. The button says that this mailbox agrees.',
    act: 'Agree',
    busy: 'Agreeing...',
  },
};

/** Copy of a sign-up link in a browser that is not signed in to that account. Someone else may have signed up. */
export const SIGNED_UP_ELSEWHERE: Words = {
  title: 'Confirm your address',
  text: 'You aren’t signed in to this account in this browser. If you signed up in another browser, open the link there. Otherwise confirm here and choose a new password: every other browser is signed out, and everything that was set up to sign in or to receive payments is removed.',
  act: 'Confirm and set password',
  busy: 'Confirming...',
};

/** Returns the toast for a successful confirmation, or null where the next screen is enough. */
export function confirmedWords(purpose: MailPurpose, taken: Exclude<Taken, 'half'>): ToastWords | null {
  if (purpose === 'signup') return { title: 'Address confirmed', message: taken.email };
  if (purpose === 'email_change')
    return { title: 'Address changed', message: `You sign in with ${taken.email} from now on.` };
  return purpose === 'recovery' || taken.secondStep ? null : WELCOME_BACK;
}
