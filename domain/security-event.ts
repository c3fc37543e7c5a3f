/** Security events with their titles; the flag says whether the user gets an email. */
const EVENT_CATALOG = {
  signed_up: ['Account opened', false],
  signed_in: ['Signed in', false],
  signed_in_new_device: ['Signed in on a new device', true],
  sign_in_failed: ['Wrong password typed', false],
  signed_out: ['Signed out', false],
  session_ended: ['Session ended', false],
  other_sessions_ended: ['All other sessions ended', false],
  token_reused: ['Session ended: its token was used twice', true],
  email_confirmed: ['Email address confirmed', false],
  email_change_asked: ['Change of email address asked for', true],
  email_changed: ['Email address changed', true],
  phone_change_asked: ['New phone number asked for', true],
  phone_changed: ['Phone number changed', true],
  password_changed: ['Password changed', true],
  recovery_asked: ['New password asked for', false],
  factor_added: ['Second step added', true],
  factor_removed: ['Second step removed', true],
  recovery_codes_made: ['New recovery codes made', true],
  recovery_code_used: ['Recovery code used', true],
  passkey_added: ['Passkey added', true],
  passkey_removed: ['Passkey removed', true],
  identity_linked: ['Account connected', true],
  identity_unlinked: ['Account disconnected', true],
  api_key_made: ['API key made', true],
  api_key_revoked: ['API key revoked', false],
  account_exported: ['Data downloaded', true],
  account_reset: ['Account reset when its email address was confirmed', true],
} as const satisfies Record<string, readonly [title: string, mailed: boolean]>;

export type SecurityEventKind = keyof typeof EVENT_CATALOG;

export const SECURITY_EVENTS = Object.keys(EVENT_CATALOG) as readonly SecurityEventKind[];

export const isSecurityEventKind = (kind: string): kind is SecurityEventKind => Object.hasOwn(EVENT_CATALOG, kind);
export const securityEventTitle = (kind: SecurityEventKind): string => EVENT_CATALOG[kind][0];
/** True if the user gets an email about it. */
export const isEmailed = (kind: SecurityEventKind): boolean => EVENT_CATALOG[kind][1];

/** An entry of the list. `at`: ISO 8601, UTC. `detail`: a name, such as that of a factor; may be empty. */
export type SecurityEvent = {
  id: string;
  kind: SecurityEventKind;
  title: string;
  detail: string;
  at: string;
  /** Readable name, such as 'Firefox on Windows'. */
  device: string;
  address: string | null;
};

/** Retention in days. */
export const EVENT_RETENTION_DAYS = 365;
