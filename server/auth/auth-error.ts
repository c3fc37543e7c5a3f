import { authErrorMessages } from '#content/messages/auth-errors.ts';

/** Message of `otp_expired` for a six-digit code. GoTrue has a different one for links. */
export const INVALID_CODE_MESSAGE = 'Token has expired or is invalid';

/** HTTP status of each error code of the identity endpoints. The codes are GoTrue's. */
const HTTP_STATUS = {
  captcha_failed: 400,
  access_denied: 400,
  bad_code_verifier: 400,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  oauth_provider_not_supported: 400,
  unexpected_audience: 400,
  bad_json: 400,
  validation_failed: 400,
  invalid_credentials: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  session_expired: 400,
  reauthentication_needed: 401,
  no_authorization: 401,
  foreign_origin: 403,
  insufficient_aal: 403,
  user_not_found: 403,
  flow_state_expired: 403,
  bad_jwt: 403,
  session_not_found: 403,
  otp_expired: 403,
  flow_state_not_found: 404,
  identity_not_found: 404,
  mfa_factor_not_found: 404,
  webauthn_credential_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  unsupported_media_type: 415,
  email_address_invalid: 422,
  email_not_confirmed: 422,
  email_exists: 422,
  identity_already_exists: 422,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_recovery_codes_sole_factor: 422,
  mfa_verified_factor_exists: 422,
  mfa_verification_failed: 422,
  phone_exists: 422,
  provider_email_needs_verification: 422,
  reauthentication_not_valid: 422,
  same_password: 422,
  single_identity_not_deletable: 422,
  sms_send_failed: 422,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  webauthn_challenge_expired: 422,
  webauthn_credential_exists: 422,
  webauthn_verification_failed: 422,
  user_already_exists: 422,
  weak_password: 422,
  over_request_rate_limit: 429,
  over_email_send_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  mfa_recovery_codes_locked: 429,
  unexpected_failure: 500,
} as const satisfies Record<keyof typeof authErrorMessages, number>;

export type AuthErrorCode = keyof typeof HTTP_STATUS;

type Options = { message?: string; status?: number; retryAfterS?: number; facts?: Record<string, unknown> };

/** An expected error of an identity endpoint. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterS: number | null;
  /** Additional fields of the response. */
  readonly facts: Record<string, unknown>;

  constructor(code: AuthErrorCode, options: Options = {}) {
    super(options.message ?? authErrorMessages[code]);
    this.name = 'AuthError';
    this.code = code;
    this.status = options.status ?? HTTP_STATUS[code];
    this.retryAfterS = options.retryAfterS ?? null;
    this.facts = options.facts ?? {};
  }
}

export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && error.name === 'AuthError' && 'code' in error && 'retryAfterS' in error;
