import { isAuthError } from '#app/lib/session/auth-errors.ts';
import { getAuthErrorMessage } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#domain/account.ts';

export type AuthTab = 'sign-in' | 'sign-up';
export type Credentials = { email: string; password: string };
export type CredentialErrors = { email: string | null; password: string | null };

const MESSAGES = authMessages.validation;
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

export function validateEmail(email: string): string | null {
  if (!email.trim()) return MESSAGES.emailMissing;
  return EMAIL_PATTERN.test(email.trim()) ? null : MESSAGES.emailInvalid;
}

/** `minLength` is the configured minimum number of characters. */
export function validateNewPassword(password: string, minLength = MIN_PASSWORD_LENGTH): string | null {
  if (!password) return MESSAGES.passwordMissing;
  return Array.from(password).length < minLength ? MESSAGES.passwordTooShort({ minLength }) : null;
}

function validatePassword(password: string, tab: AuthTab, minLength: number): string | null {
  if (tab === 'sign-up') return validateNewPassword(password, minLength);
  return password ? null : MESSAGES.passwordMissing;
}

/** Error message for the password field, or null if the server's error is about something else. A weak password is no `AuthApiError`. */
export const getPasswordError = (error: unknown): string | null =>
  isAuthError(error) && ['same_password', 'weak_password'].includes(error.code ?? '')
    ? getAuthErrorMessage(error)
    : null;

/** Validates the fields before anything is sent. An existing password may have any length. */
export const validateCredentials = (
  { email, password }: Credentials,
  tab: AuthTab,
  minLength = MIN_PASSWORD_LENGTH,
): CredentialErrors => ({
  email: validateEmail(email),
  password: validatePassword(password, tab, minLength),
});
