/** The actor of an audit entry; `system`: the app itself. */
export type AuditActor = 'seller' | 'key' | 'operator' | 'system';

/** Actions that the audit log records. */
export const AUDIT_ACTIONS = [
  'page_published',
  'page_off_sale',
  'page_deleted',
  'page_suspended',
  'page_restored',
  'page_paused',
  'page_resumed',
  'page_reported',
  'report_closed',
  'slug_changed',
  'deliverable_created',
  'deliverable_changed',
  'deliverable_removed',
  'domain_added',
  'domain_proven',
  'domain_removed',
  'stripe_connected',
  'stripe_disconnected',
  'plan_changed',
  'plan_canceled',
  'orders_exported',
  'customers_exported',
  'customer_exported',
  'customer_deleted',
  'account_exported',
  'account_deleted',
  'account_reset',
  'order_refunded',
  'access_revoked',
  'access_restored',
  'license_replaced',
  'license_key_shown',
  'api_key_made',
  'api_key_revoked',
  'webhook_made',
  'webhook_removed',
  'sign_in_failed',
  'signed_in',
  'factor_added',
  'factor_removed',
  'password_changed',
  'email_changed',
  'sessions_ended',
  'signing_keys_rotated',
  'secrets_resealed',
  'events_replayed',
  'backup_restored',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Retention of audit entries, and of the client addresses in them. */
export const AUDIT_RETENTION_DAYS = 400;
export const AUDIT_ADDRESS_RETENTION_DAYS = 30;
