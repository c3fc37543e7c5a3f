import { MIN_PASSWORD } from '#domain/account.ts';

export type AccountTab = 'sign-in' | 'sign-up';
export type Credentials = { email: string; password: string };
export type CredentialProblems = { email: string | null; password: string | null };

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function emailProblem(email: string): string | null {
  if (!email.trim()) return 'Type your email address.';
  return EMAIL.test(email.trim()) ? null : 'Type the whole address, like you@example.com.';
}

/** `minLength` is the configured minimum number of characters. */
export function newPasswordProblem(password: string, least = MIN_PASSWORD): string | null {
  if (!password) return 'Type your password.';
  return Array.from(password).length < least ? `A password has at least ${least} characters.` : null;
}

function passwordProblem(password: string, tab: AccountTab, least: number): string | null {
  if (tab === 'sign-up') return newPasswordProblem(password, least);
  return password ? null : 'Type your password.';
}

/** Validates the fields before anything is sent. An existing password may have any length. */
export const problemsOf = (
  { email, password }: Credentials,
  tab: AccountTab,
  least = MIN_PASSWORD,
): CredentialProblems => ({
  email: emailProblem(email),
  password: passwordProblem(password, tab, least),
});
