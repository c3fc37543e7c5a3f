import type { EmailPurpose, EmailVerification } from '#app/session/mail-codes.ts';
import type { ToastContent } from '#app/ui/toast-card.tsx';

import { WELCOME_BACK } from './welcome.ts';

type ConfirmationCopy = { title: string; text: string; buttonLabel: string; busyLabel: string };

export const CONFIRMATION_COPY: Record<EmailPurpose, ConfirmationCopy> = {
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
    text: 'Somebody who is signed in to your account asked for another email address. The button says that this mailbox agrees.',
    buttonLabel: 'Agree',
    busyLabel: 'Agreeing...',
  },
};

/** Copy of a sign-up link in a browser that is not signed in to that account. Someone else may have signed up. */
export const ACCOUNT_RESET_COPY: ConfirmationCopy = {
  title: 'Confirm your address',
  text: 'You aren’t signed in to this account in this browser. If you signed up in another browser, open the link there. Otherwise confirm here and choose a new password: every other browser is signed out, and everything that was set up to sign in or to receive payments is removed.',
  buttonLabel: 'Confirm and set password',
  busyLabel: 'Confirming...',
};

/** Returns the toast for a successful confirmation, or null where the next screen is enough. */
export function getConfirmationToast(
  purpose: EmailPurpose,
  verification: Exclude<EmailVerification, 'half'>,
): ToastContent | null {
  if (purpose === 'signup') return { title: 'Address confirmed', message: verification.email };
  if (purpose === 'email_change')
    return { title: 'Address changed', message: `You sign in with ${verification.email} from now on.` };
  return purpose === 'recovery' || verification.needsSecondFactor ? null : WELCOME_BACK;
}
