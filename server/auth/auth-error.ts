/** What an auth door may refuse with, in the words that the browser's client knows. */
const CATALOGUE = {
  bad_json: [400, 'Could not parse the request body as JSON'],
  validation_failed: [400, 'The request is not in the shape that we expect'],
  invalid_credentials: [400, 'Invalid login credentials'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  no_authorization: [401, 'This address needs a bearer token'],
  bad_jwt: [403, 'The access token is invalid or has expired'],
  session_not_found: [403, 'The session of this access token has ended'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  not_found: [404, 'There is nothing at this address'],
  method_not_allowed: [405, 'This address does not take that method'],
  request_too_large: [413, 'That is more than we can take at once'],
  unsupported_media_type: [415, 'Send JSON'],
  email_address_invalid: [422, 'Please check the email address.'],
  user_already_exists: [422, 'User already registered'],
  weak_password: [422, 'Password is too weak.'],
  over_request_rate_limit: [429, 'That was very often in a short time. Please wait a moment.'],
  unexpected_failure: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type AuthErrorCode = keyof typeof CATALOGUE;

type Options = { message?: string; status?: number; retryAfterS?: number; facts?: Record<string, unknown> };

/** An expected refusal of an auth door. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterS: number | null;
  /** Further keys of the answer. */
  readonly facts: Record<string, unknown>;

  constructor(code: AuthErrorCode, options: Options = {}) {
    super(options.message ?? CATALOGUE[code][1]);
    this.name = 'AuthError';
    this.code = code;
    this.status = options.status ?? CATALOGUE[code][0];
    this.retryAfterS = options.retryAfterS ?? null;
    this.facts = options.facts ?? {};
  }
}

export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && error.name === 'AuthError' && 'code' in error && 'retryAfterS' in error;
