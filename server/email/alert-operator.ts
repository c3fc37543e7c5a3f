import type { Context, OperatorAlert } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { queueMail } from './queries/outbox.ts';

/**
 * Queues an alert to `OPERATOR_EMAIL`, once per key, in the transaction of its cause. Returns true if it is new; then wake
 * the `outbox` worker after the commit. Without that setting, the log alone has it.
 */
export async function alertOperator(
  { config, mode, now }: Pick<Context, 'config' | 'mode' | 'now'>,
  db: Db,
  { key, ...text }: OperatorAlert,
): Promise<boolean> {
  const { operatorEmail: to } = config;
  if (!to) return false;
  const mail = { kind: 'operator_alert' as const, ...text };
  return queueMail(db, { key: `operator_alert:${mode}:${key}`, to, now: now(), mail });
}
