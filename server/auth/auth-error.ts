/** Message of `otp_expired` for a six-digit code. GoTrue has a different one for links. */
export const INVALID_CODE_MESSAGE = 'Token has expired or is invalid';

/** Error codes of the identity endpoints, with status and message. The codes are GoTrue's. */
const CATALOGUE = {
  captcha_failed: [400, 'Please show that you are a person, and try again.'],
  access_denied: [400, 'You came back before it was done. Nothing has changed.'],
  bad_code_verifier: [400, 'This browser is not the one that asked.'],
  bad_oauth_callback: [400, 'The other site did not send you back as it should.'],
  bad_oauth_state: [400, 'This way in has been used or is too old. Please try again.'],
  oauth_provider_not_supported: [400, 'This way of signing in is not set up here.'],
  unexpected_audience: [400, 'This token was made for another site.'],
  bad_json: [400, 'Could not parse the request body as JSON'],
  validation_failed: [400, 'The request is not in the shape that we expect'],
  invalid_credentials: [400, 'Invalid login credentials'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  reauthentication_needed: [401, 'Please show once more that it is you.'],
  no_authorization: [401, 'This address needs a bearer token'],
  foreign_origin: [403, 'This call came from another site.'],
  insufficient_aal: [403, 'Confirm your second factor to go on.'],
  user_not_found: [403, 'This account is gone.'],
  flow_state_expired: [403, 'This way in has been used or is too old. Please try again.'],
  bad_jwt: [403, 'The access token is invalid or has expired'],
  session_not_found: [403, 'The session of this access token has ended'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  flow_state_not_found: [404, 'This way in has been used or is too old. Please try again.'],
  identity_not_found: [404, 'That account is not connected.'],
  mfa_factor_not_found: [404, 'There is no such second step.'],
  webauthn_credential_not_found: [404, 'There is no such passkey.'],
  not_found: [404, 'There is nothing at this address'],
  method_not_allowed: [405, 'This address does not take that method'],
  request_too_large: [413, 'That is more than we can take at once'],
  unsupported_media_type: [415, 'Send JSON'],
  email_address_invalid: [422, 'Please check the email address.'],
  email_not_confirmed: [422, 'Please confirm your email address first.'],
  email_exists: [422, 'This address belongs to another account.'],
  identity_already_exists: [422, 'That account is connected to another one already.'],
  mfa_challenge_expired: [422, 'That took too long. Please ask for a new one.'],
  mfa_factor_name_conflict: [422, 'You have one of this name already. Choose another name.'],
  mfa_phone_enroll_not_enabled: [422, 'No messages can be sent from here.'],
  mfa_recovery_codes_sole_factor: [422, 'Add a second step first: recovery codes stand in for one.'],
  mfa_verified_factor_exists: [422, 'You have recovery codes already. Make new ones instead.'],
  mfa_verification_failed: [422, 'That code is not right, or was used already.'],
  phone_exists: [422, 'This number belongs to another account.'],
  provider_email_needs_verification: [
    422,
    'Confirm the address there first, or sign in here and connect it on your account page.',
  ],
  reauthentication_not_valid: [422, 'That code is not right, or too old.'],
  same_password: [422, 'The new password is the old one. Choose another.'],
  single_identity_not_deletable: [422, 'This is your only way in. Set a password first.'],
  sms_send_failed: [422, 'The message could not be sent. Please check the number.'],
  too_many_enrolled_mfa_factors: [422, 'You have as many as an account can have. Remove one first.'],
  too_many_passkeys: [422, 'You have as many as an account can have. Remove one first.'],
  webauthn_challenge_expired: [422, 'That took too long. Please try again.'],
  webauthn_credential_exists: [422, 'This passkey is registered already.'],
  webauthn_verification_failed: [422, 'That passkey does not open an account here.'],
  user_already_exists: [422, 'User already registered'],
  weak_password: [422, 'Password is too weak.'],
  over_request_rate_limit: [429, 'That was very often in a short time. Please wait a moment.'],
  over_email_send_rate_limit: [429, 'We have sent several mails already. Please look for them, or wait a while.'],
  over_sms_send_rate_limit: [429, 'We have sent several messages already. Please wait a while.'],
  mfa_recovery_codes_locked: [429, 'Too many codes were wrong. Please wait a while.'],
  unexpected_failure: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type AuthErrorCode = keyof typeof CATALOGUE;

type Options = { message?: string; status?: number; retryAfterS?: number; facts?: Record<string, unknown> };

/** An expected error of an identity endpoint. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterS: number | null;
  /** Additional fields of the response. */
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
