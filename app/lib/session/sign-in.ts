import type { IdentityProvider } from '#domain/account.ts';

import { markProviderRedirect } from './provider-redirect.ts';
import { callAuth } from './session.ts';

/** Captcha token that a form sends when a captcha is required. */
export type CaptchaInput = { captchaToken?: string };

/** Signs in with a password. Throws the client's error, as do all functions here. */
export const signIn = (email: string, password: string, options: CaptchaInput): Promise<unknown> =>
  callAuth((auth) => auth.signInWithPassword({ email, password, options }));

/** Creates an account, which is signed in at once. */
export function signUp(email: string, password: string, captcha: CaptchaInput): Promise<unknown> {
  const emailRedirectTo = `${window.location.origin}/builder`;
  return callAuth((auth) => auth.signUp({ email, password, options: { emailRedirectTo, ...captcha } }));
}

/** Signs in with a passkey that the user picks in the browser's prompt. A passkey counts as both factors. */
export const signInWithPasskey = (options: CaptchaInput): Promise<unknown> =>
  callAuth((auth) => auth.signInWithPasskey({ options }));

/** Redirects to the provider, which sends the browser back to `returnTo`, a path of this site. */
export function signInWithProvider(provider: IdentityProvider, returnTo: string): Promise<unknown> {
  const redirectTo = window.location.origin + returnTo;
  markProviderRedirect();
  return callAuth((auth) => auth.signInWithOAuth({ provider, options: { redirectTo } }));
}
