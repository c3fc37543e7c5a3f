import type { EmailOtpType } from '@supabase/auth-js';

import { isSecondStepAhead } from './second-step-ahead.ts';
import { accessToken, authClient } from './session.ts';

type Proof = { captchaToken?: string | undefined };

/** Purposes of emails with a link or a code. */
export type MailPurpose = 'recovery' | 'signup' | 'email_change' | 'email';

const PURPOSES: readonly string[] = ['recovery', 'signup', 'email_change', 'email'] satisfies MailPurpose[];

export const isMailPurpose = (type: string | null): type is MailPurpose =>
  type !== null && PURPOSES.includes(type);

/** Result of a verification: the user is signed in, perhaps without the second factor, or the other address must confirm too. */
export type Taken = { email: string; secondStep: boolean } | 'half';

/** Requests an email. Succeeds for unknown addresses too. Throws the client's error. */
export async function askForMail(
  purpose: 'recovery' | 'signup',
  email: string,
  { captchaToken }: Proof = {},
): Promise<void> {
  const proof = captchaToken ? { captchaToken } : {};
  const auth = authClient();
  const { error } =
    purpose === 'recovery'
      ? await auth.resetPasswordForEmail(email, {
          redirectTo: `${window.location.origin}/auth/new-password`,
          ...proof,
        })
      : await auth.resend({ type: 'signup', email, options: proof });
  if (error) throw error;
}

type Key = { token_hash: string } | { email: string; token: string };

/**
 * Verifies the token of an emailed link, or its digits together with the email address. Ends the session that this
 * browser had before (OWASP ASVS 7.2.4).
 */
export async function takeFromMail(purpose: MailPurpose, key: Key): Promise<Taken> {
  const type: EmailOtpType = purpose;
  const replaced = await accessToken();
  const { data, error } = await authClient().verifyOtp({ ...key, type });
  if (error) throw error;
  if (!data.session) return 'half';
  if (replaced) await authClient().admin.signOut(replaced, 'local');
  return { email: data.session.user.email ?? '', secondStep: await isSecondStepAhead() };
}
