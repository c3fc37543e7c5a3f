import type { EmailOtpType } from '@supabase/auth-js';

import { isSecondFactorPending } from './second-factor.ts';
import { getAccessToken, authClient } from './session.ts';

type CaptchaInput = { captchaToken?: string | undefined };

/** Purposes of emails with a link or a code. */
export type EmailPurpose = 'recovery' | 'signup' | 'email_change' | 'email';

const EMAIL_PURPOSES: readonly string[] = ['recovery', 'signup', 'email_change', 'email'] satisfies EmailPurpose[];

export const isEmailPurpose = (type: string | null): type is EmailPurpose =>
  type !== null && EMAIL_PURPOSES.includes(type);

/** Result of a verification: the user is signed in, perhaps without the second factor, or the other address must confirm too. */
export type EmailVerification = { email: string; needsSecondFactor: boolean } | 'half';

/** Requests an email. Succeeds for unknown addresses too. Throws the client's error. */
export async function requestEmail(
  purpose: 'recovery' | 'signup',
  email: string,
  { captchaToken }: CaptchaInput = {},
): Promise<void> {
  const captchaOptions = captchaToken ? { captchaToken } : {};
  const auth = authClient();
  const { error } =
    purpose === 'recovery'
      ? await auth.resetPasswordForEmail(email, {
          redirectTo: `${window.location.origin}/auth/new-password`,
          ...captchaOptions,
        })
      : await auth.resend({ type: 'signup', email, options: captchaOptions });
  if (error) throw error;
}

type EmailCode = { token_hash: string } | { email: string; token: string };

/**
 * Verifies the token of an emailed link, or its digits together with the email address. Ends the session that this
 * browser had before (OWASP ASVS 7.2.4).
 */
export async function verifyEmailCode(purpose: EmailPurpose, code: EmailCode): Promise<EmailVerification> {
  const type: EmailOtpType = purpose;
  const previousToken = await getAccessToken();
  const { data, error } = await authClient().verifyOtp({ ...code, type });
  if (error) throw error;
  if (!data.session) return 'half';
  if (previousToken) await authClient().admin.signOut(previousToken, 'local');
  return { email: data.session.user.email ?? '', needsSecondFactor: await isSecondFactorPending() };
}
