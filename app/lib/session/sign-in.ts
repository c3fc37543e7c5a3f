import type { IdentityProvider } from '#domain/account.ts';

import { markProviderRedirect } from './provider-redirect.ts';
import { isSecondFactorPending } from './second-factor.ts';
import { authClient } from './session.ts';

/** Captcha token that a form sends when a captcha is required. */
type CaptchaInput = { captchaToken?: string | undefined };

const getCaptchaOptions = ({ captchaToken }: CaptchaInput) => (captchaToken ? { captchaToken } : {});

/** `needsSecondFactor`: the second factor is still required. */
export type SignInResult = { needsSecondFactor: boolean };

/** Signs in with a password. Throws the client's error, as do all functions here. */
export async function signIn(email: string, password: string, captcha: CaptchaInput = {}): Promise<SignInResult> {
  const { error } = await authClient().signInWithPassword({
    email,
    password,
    options: getCaptchaOptions(captcha),
  });
  if (error) throw error;
  return { needsSecondFactor: await isSecondFactorPending() };
}

/** Creates an account, which is signed in at once. */
export async function signUp(email: string, password: string, captcha: CaptchaInput = {}): Promise<SignInResult> {
  const emailRedirectTo = `${window.location.origin}/builder`;
  const options = { emailRedirectTo, ...getCaptchaOptions(captcha) };
  const { error } = await authClient().signUp({ email, password, options });
  if (error) throw error;
  return { needsSecondFactor: false };
}

/** Signs in with a passkey that the user picks in the browser's prompt. A passkey counts as both factors. */
export async function signInWithPasskey(captcha: CaptchaInput = {}): Promise<SignInResult> {
  const { error } = await authClient().signInWithPasskey({ options: getCaptchaOptions(captcha) });
  if (error) throw error;
  return { needsSecondFactor: await isSecondFactorPending() };
}

/** Redirects to the provider, which sends the browser back to `returnTo`, a path of this site. */
export async function signInWithProvider(provider: IdentityProvider, returnTo: string): Promise<void> {
  const redirectTo = window.location.origin + returnTo;
  markProviderRedirect();
  const { error } = await authClient().signInWithOAuth({ provider, options: { redirectTo } });
  if (error) throw error;
}
