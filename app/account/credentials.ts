import { MIN_PASSWORD } from '#domain/account.ts';

export type AccountTab = 'sign-in' | 'sign-up';
export type Credentials = { email: string; password: string };
export type CredentialProblems = { email: string | null; password: string | null };

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function emailProblem(email: string): string | null {
  if (!email.trim()) return 'Type your email address.';
  return EMAIL.test(email.trim()) ? null : 'Type the whole address, like you@example.com.';
}

function passwordProblem(password: string, tab: AccountTab): string | null {
  if (!password) return 'Type your password.';
  if (tab === 'sign-in' || Array.from(password).length >= MIN_PASSWORD) return null;
  return `A password has at least ${MIN_PASSWORD} characters.`;
}

/** What is wrong with the fields before anything is sent. An old password may be of any length. */
export const problemsOf = ({ email, password }: Credentials, tab: AccountTab): CredentialProblems => ({
  email: emailProblem(email),
  password: passwordProblem(password, tab),
});
