import type { IdentityProvider } from '#domain/account.ts';

import { noteLeftForProvider } from './left-for-provider.ts';
import { isSecondStepAhead } from './second-step-ahead.ts';
import { authClient } from './session.ts';

/** What a form sends along when a captcha is asked for. */
type Proof = { captchaToken?: string | undefined };

const proofOf = ({ captchaToken }: Proof) => (captchaToken ? { captchaToken } : {});

/** `secondStep`: it is still missing. */
export type Entered = { secondStep: boolean };

/** Throws the client's error, as everything here does; its words are `authProblem`'s business. */
export async function signIn(email: string, password: string, proof: Proof = {}): Promise<Entered> {
  const { error } = await authClient().signInWithPassword({ email, password, options: proofOf(proof) });
  if (error) throw error;
  return { secondStep: await isSecondStepAhead() };
}

/** A new account is signed in at once. */
export async function signUp(email: string, password: string, proof: Proof = {}): Promise<Entered> {
  const emailRedirectTo = `${window.location.origin}/builder`;
  const options = { emailRedirectTo, ...proofOf(proof) };
  const { error } = await authClient().signUp({ email, password, options });
  if (error) throw error;
  return { secondStep: false };
}

/** The browser asks which passkey; it counts as both steps. */
export async function signInWithPasskey(proof: Proof = {}): Promise<Entered> {
  const { error } = await authClient().signInWithPasskey({ options: proofOf(proof) });
  if (error) throw error;
  return { secondStep: await isSecondStepAhead() };
}

/** Leaves for the provider, who sends the browser back to `returnTo`, a path of ours. */
export async function signInWithProvider(provider: IdentityProvider, returnTo: string): Promise<void> {
  const redirectTo = window.location.origin + returnTo;
  noteLeftForProvider();
  const { error } = await authClient().signInWithOAuth({ provider, options: { redirectTo } });
  if (error) throw error;
}
