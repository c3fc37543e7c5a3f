import { hash, randomUUID } from 'node:crypto';

import type { AuditAction } from '#domain/audit.ts';
import { EVENT_RETENTION_DAYS, isEmailed, type SecurityEventKind } from '#domain/security-event.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { insertAuditEntry, recordAudit, requestFacts } from '#server/audit/record-audit.ts';
import { insertSecurityEvent, insertSecurityEventOnce } from '#server/auth/queries/security-events.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { type ClientInfo, parseDevice } from './client-info.ts';
import type { FactorMethod, SignInMethod } from './sessions.ts';

const RETENTION_MS = EVENT_RETENTION_DAYS * DAY_MS;

/** Security events that also enter the audit log. API keys and failed sign-ins are audited where they happen. */
const AUDIT_ACTIONS: Partial<Record<SecurityEventKind, AuditAction>> = {
  signed_up: 'signed_in',
  signed_in: 'signed_in',
  signed_in_new_device: 'signed_in',
  email_changed: 'email_changed',
  password_changed: 'password_changed',
  factor_added: 'factor_added',
  factor_removed: 'factor_removed',
  passkey_added: 'factor_added',
  passkey_removed: 'factor_removed',
  phone_changed: 'factor_added',
  recovery_codes_made: 'factor_added',
  recovery_code_used: 'factor_removed',
  identity_linked: 'factor_added',
  identity_unlinked: 'factor_removed',
  account_exported: 'account_exported',
  account_reset: 'account_reset',
};

type SecurityEventInput = {
  /** `email`: where the notice is sent. */
  user: { id: string; email: string };
  kind: SecurityEventKind;
  client: ClientInfo;
  /** Sign-in method, for sign-in events. */
  method?: SignInMethod;
  /** A name, such as that of a factor. Never a secret. */
  detail?: string;
  /** Suppresses the notice because another mail of the same transaction reports the event. */
  suppressNotice?: boolean;
};

/**
 * Records a security event of an account, in the transaction of the change, and mails the user about the kinds that
 * `isMailed` names. Wake `outbox` after the commit.
 */
export async function recordSecurityEvent(context: Context, tx: Db, input: SecurityEventInput): Promise<void> {
  const { user, kind, client, method, detail = '', suppressNotice = false } = input;
  const id = randomUUID();
  const at = context.realNow();
  const { address, userAgent } = client;
  const event = { id, userId: user.id, kind, at, address, userAgent, facts: { detail } };
  await insertSecurityEvent(tx, event, new Date(at.getTime() - RETENTION_MS));
  const auditAction = AUDIT_ACTIONS[kind];
  if (auditAction)
    await recordAudit(context, tx, {
      actor: 'seller',
      actorId: user.id,
      action: auditAction,
      subject: user.id,
      facts: { kind, ...(method && { method }) },
      address,
    });
  if (suppressNotice || !isEmailed(kind)) return;
  await queueMail(tx, {
    key: `security:${id}`,
    to: user.email,
    mail: {
      kind: 'security_notice',
      event: kind,
      at: at.toISOString(),
      device: parseDevice(userAgent).device,
      address,
      detail,
    },
    now: context.now(),
  });
}

/** Records at most one wrong password per hour, so that a guessing attack adds one line to the user's list of events. */
export const recordWrongPassword = (
  { db, realNow }: Context,
  userId: string,
  { address, userAgent }: ClientInfo,
): Promise<void> => {
  const kind = 'sign_in_failed';
  const at = realNow();
  const id = hourlyId(at, [kind, userId]);
  return insertSecurityEventOnce(db, { id, userId, kind, at, address, userAgent, facts: { detail: '' } });
};

/** The step that failed, if it was not the password. */
type FailedStep = FactorMethod | 'passkey';

/**
 * Records a failed sign-in, once an hour for each address, user and step, so that guessing attacks add few entries.
 * `userId` null: an unknown email address, which takes equally long.
 */
export async function recordFailedSignIn(
  { db, realNow }: Pick<Context, 'db' | 'realNow'>,
  userId: string | null,
  address: string,
  step?: FailedStep,
): Promise<void> {
  addToRequestLog({ ...(userId && { attemptedUserId: userId }), ...(step && { method: step }) });
  const at = realNow();
  await insertAuditEntry(db, {
    id: hourlyId(at, [address, userId ?? '', ...(step ? [step] : [])]),
    at,
    actor: 'seller',
    actorId: userId,
    sellerId: null,
    action: 'sign_in_failed',
    subject: userId ?? 'unknown',
    facts: { ...(step && { step }), ...requestFacts() },
    address,
  });
}

/** Id of something that is recorded once an hour. */
const hourlyId = (at: Date, parts: readonly string[]): string =>
  hash('sha256', [Math.floor(at.getTime() / HOUR_MS), ...parts].join(' ')).slice(0, 32);
