import { isSecondFactorPending } from './second-factor.ts';
import { callAuth, getAccessToken, loadAuthClient } from './session.ts';
import type { CaptchaInput } from './sign-in.ts';

/** Purposes of emails with a link or a code. */
const EMAIL_PURPOSES = ['recovery', 'signup', 'email_change', 'email'] as const;
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number];

export const isEmailPurpose = (type: string | null): type is EmailPurpose =>
  EMAIL_PURPOSES.some((purpose) => purpose === type);

/** Result of a verification: the user is signed in, perhaps without the second factor, or the other address must confirm too. */
export type EmailVerification = { email: string; needsSecondFactor: boolean } | 'half';

/** Requests an email. Succeeds for unknown addresses too. Throws the client's error. */
export function requestEmail(
  purpose: 'recovery' | 'signup',
  email: string,
  captcha: CaptchaInput = {},
): Promise<unknown> {
  const redirectTo = `${window.location.origin}/auth/new-password`;
  return callAuth<{ error: Error | null }>((auth) =>
    purpose === 'recovery'
      ? auth.resetPasswordForEmail(email, { redirectTo, ...captcha })
      : auth.resend({ type: 'signup', email, options: captcha }),
  );
}

type EmailCode = { token_hash: string } | { email: string; token: string };

/**
 * Verifies the token of an emailed link, or its digits together with the email address. Ends the session that this
 * browser had before (OWASP ASVS 7.2.4).
 */
export async function verifyEmailCode(purpose: EmailPurpose, code: EmailCode): Promise<EmailVerification> {
  const previousToken = await getAccessToken();
  const { session } = await callAuth((auth) => auth.verifyOtp({ ...code, type: purpose }));
  if (!session) return 'half';
  if (previousToken) await (await loadAuthClient()).admin.signOut(previousToken, 'local');
  return { email: session.user.email ?? '', needsSecondFactor: await isSecondFactorPending() };
}
