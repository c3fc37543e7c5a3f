import type { IdentityProvider } from '#domain/account.ts';

import { noteLeftForProvider } from './left-for-provider.ts';
import { isSecondStepAhead } from './second-step-ahead.ts';
import { authClient } from './session.ts';

/** Captcha token that a form sends when a captcha is required. */
type Proof = { captchaToken?: string | undefined };

const proofOf = ({ captchaToken }: Proof) => (captchaToken ? { captchaToken } : {});

/** `needsSecondFactor`: the second factor is still required. */
export type Entered = { secondStep: boolean };

/** Signs in with a password. Throws the client's error, as do all functions here. */
export async function signIn(email: string, password: string, proof: Proof = {}): Promise<Entered> {
  const { error } = await authClient().signInWithPassword({ email, password, options: proofOf(proof) });
  if (error) throw error;
  return { secondStep: await isSecondStepAhead() };
}

/** Creates an account, which is signed in at once. */
export async function signUp(email: string, password: string, proof: Proof = {}): Promise<Entered> {
  const emailRedirectTo = `${window.location.origin}/builder`;
  const options = { emailRedirectTo, ...proofOf(proof) };
  const { error } = await authClient().signUp({ email, password, options });
  if (error) throw error;
  return { secondStep: false };
}

/** Signs in with a passkey that the user picks in the browser's prompt. A passkey counts as both factors. */
export async function signInWithPasskey(proof: Proof = {}): Promise<Entered> {
  const { error } = await authClient().signInWithPasskey({ options: proofOf(proof) });
  if (error) throw error;
  return { secondStep: await isSecondStepAhead() };
}

/** Redirects to the provider, which sends the browser back to `returnTo`, a path of this site. */
export async function signInWithProvider(provider: IdentityProvider, returnTo: string): Promise<void> {
  const redirectTo = window.location.origin + returnTo;
  noteLeftForProvider();
  const { error } = await authClient().signInWithOAuth({ provider, options: { redirectTo } });
  if (error) throw error;
}
