import { randomUUID } from 'node:crypto';

import { EVENTS_KEPT_DAYS, isMailed, type SecurityEventKind } from '#domain/security-event.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';
import { insertSecurityEvent } from '#server/db/security-events.ts';

import { deviceOf } from './device.ts';
import type { Visitor } from './visitor.ts';

const KEPT_MS = EVENTS_KEPT_DAYS * 86_400_000;

type Noted = {
  /** `email`: where the user is told. */
  user: { id: string; email: string };
  kind: SecurityEventKind;
  from: Visitor;
  /** A name, such as the factor's. Never a secret. */
  detail?: string;
  /** Another mail of the same moment says it. */
  untold?: boolean;
};

/**
 * Writes what happened to an account, in the transaction of what happened; its user gets a mail about the kinds that
 * say so. Ring `outbox` after the commit.
 */
export async function noteEvent(context: Context, tx: Db, noted: Noted): Promise<void> {
  const { user, kind, from, detail = '', untold = false } = noted;
  const id = randomUUID();
  const at = context.realNow();
  const { address, userAgent } = from;
  const event = { id, userId: user.id, kind, at, address, userAgent, facts: { detail } };
  await insertSecurityEvent(tx, event, new Date(at.getTime() - KEPT_MS));
  if (untold || !isMailed(kind)) return;
  await queueMail(tx, {
    key: `security:${id}`,
    to: user.email,
    mail: {
      kind: 'security_notice',
      event: kind,
      at: at.toISOString(),
      device: deviceOf(userAgent).device,
      address,
      detail,
    },
    now: context.now(),
  });
}
