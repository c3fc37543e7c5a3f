import type { IdentityProvider } from '#domain/account.ts';

import { authClient } from './session.ts';

/** What a form sends along when a captcha is asked for. */
type Proof = { captchaToken?: string | undefined };

const proofOf = ({ captchaToken }: Proof) => (captchaToken ? { captchaToken } : {});

export type Entered = { secondStep: boolean };

/** Whether the sign-in is done, or a second step is still missing. No request. */
async function entered(): Promise<Entered> {
  const { data } = await authClient().mfa.getAuthenticatorAssuranceLevel();
  return { secondStep: data !== null && data.currentLevel === 'aal1' && data.nextLevel === 'aal2' };
}

/** Throws the client's error, as everything here does; its words are `authProblem`'s business. */
export async function signIn(email: string, password: string, proof: Proof = {}): Promise<Entered> {
  const { error } = await authClient().signInWithPassword({ email, password, options: proofOf(proof) });
  if (error) throw error;
  return entered();
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
  return entered();
}

/** Leaves for the provider, who sends the browser back to `returnTo`, a path of ours. */
export async function signInWithProvider(provider: IdentityProvider, returnTo: string): Promise<void> {
  const redirectTo = window.location.origin + returnTo;
  const { error } = await authClient().signInWithOAuth({ provider, options: { redirectTo } });
  if (error) throw error;
}
