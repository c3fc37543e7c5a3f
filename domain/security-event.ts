import { securityEventMessages } from '#content/messages/security-events.ts';

/** Security events; the flag says whether the user gets an email. */
const EMAILED_BY_KIND = {
  signed_up: false,
  signed_in: false,
  signed_in_new_device: true,
  sign_in_failed: false,
  signed_out: false,
  session_ended: false,
  other_sessions_ended: false,
  token_reused: true,
  email_confirmed: false,
  email_change_requested: true,
  email_changed: true,
  phone_change_requested: true,
  phone_changed: true,
  password_changed: true,
  recovery_requested: false,
  factor_added: true,
  factor_removed: true,
  recovery_codes_made: true,
  recovery_code_used: true,
  passkey_added: true,
  passkey_removed: true,
  identity_linked: true,
  identity_unlinked: true,
  api_key_made: true,
  api_key_revoked: false,
  account_exported: true,
  account_reset: true,
} as const satisfies Record<keyof typeof securityEventMessages, boolean>;

export type SecurityEventKind = keyof typeof EMAILED_BY_KIND;

export const SECURITY_EVENTS = Object.keys(EMAILED_BY_KIND) as readonly SecurityEventKind[];

export const isSecurityEventKind = (kind: string): kind is SecurityEventKind => Object.hasOwn(EMAILED_BY_KIND, kind);
export const securityEventTitle = (kind: SecurityEventKind): string => securityEventMessages[kind];
/** True if the user gets an email about it. */
export const isEmailed = (kind: SecurityEventKind): boolean => EMAILED_BY_KIND[kind];

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
