import { z } from 'zod';

import { type AccountSession, REAUTH_MINUTES } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';
import { securityEventTitle, type SecurityEvent } from '#domain/security-event.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { buildAccountExport } from '#server/auth/account-export.ts';
import { closeAccount, getAccountView, previewAccountClosure } from '#server/auth/account.ts';
import { reauthenticationBuckets } from '#server/auth/auth-rate-limits.ts';
import { parseDevice } from '#server/auth/client-info.ts';
import {
  listSecurityEvents as findSecurityEvents,
  type SecurityEventRow,
} from '#server/auth/queries/security-events.ts';
import { listSessions as findSessions, revokeOwnSession, type SessionRow } from '#server/auth/queries/sessions.ts';
import { findUser, findSaleNotices, updateSaleNotices, lockUser } from '#server/auth/queries/users.ts';
import { consumeMailedCode, verifyUserPassword } from '#server/auth/reauthentication.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { isLiveSession } from '#server/auth/session-validity.ts';
import { confirmSession } from '#server/auth/sessions.ts';
import { transactionWithMail } from '#server/auth/transaction-with-mail.ts';
import { defineRpcFunction, type RequestContext } from '#server/http/rpc-function.ts';

export const confirmIdentity = defineRpcFunction({
  name: 'confirm-identity',
  access: 'writes',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: z.union([z.strictObject({ password: z.string().max(1024) }), z.strictObject({ code: z.string().max(64) })]),
  limits: ({ caller, address }) => reauthenticationBuckets(caller.userId, address),
  run: async (context, { caller, ...clientInfo }, input) => {
    const user = await findUser(context.db, caller.userId);
    if (!user) throw new AppError('unauthorized');
    if ('password' in input && !(await verifyUserPassword(context, user, input.password, clientInfo))) {
      throw new AppError('confirmation_failed');
    }
    const now = context.realNow();
    await context.db.transaction(async (tx) => {
      await lockUser(tx, user.id);
      if ('code' in input && !(await consumeMailedCode(context, tx, user, input.code))) {
        throw new AppError('confirmation_failed');
      }
      await confirmSession(context, tx, caller.sessionId, 'password' in input ? 'password' : 'otp');
    });
    return { confirmedUntil: new Date(now.getTime() + REAUTH_MINUTES * 60_000).toISOString() };
  },
});

export const getNotices = defineRpcFunction({
  name: 'get-notices',
  access: 'reads',
  body: z.strictObject({}),
  run: async ({ db }, { caller }) => ({ sales: await findSaleNotices(db, caller.sellerId) }),
});

export const setNotices = defineRpcFunction({
  name: 'set-notices',
  access: 'writes',
  body: z.strictObject({ sales: z.boolean() }),
  run: async ({ db }, { caller }, { sales }) => {
    await updateSaleNotices(db, caller.sellerId, sales);
    return { sales };
  },
});

const EmptyBody = z.strictObject({});
const EVENTS_PER_PAGE = 30;

const hourlyLimit =
  (action: string, limit: number) =>
  ({ caller }: RequestContext<'step-up'>) => [{ key: `${action}:${caller.userId}`, limit, windowMs: HOUR_MS }];

/** Has access `writes` because it reads the session row, which says until when no step-up authentication is needed. */
export const getAccount = defineRpcFunction({
  name: 'get-account',
  access: 'writes',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: EmptyBody,
  run: (context, { caller }) => getAccountView(context, caller),
});

/** Has access `writes` so that the session row is read: an ended session must not see the other sessions. */
export const listSessions = defineRpcFunction({
  name: 'list-sessions',
  access: 'writes',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: EmptyBody,
  run: async (context, { caller }) => {
    const rows = await findSessions(context.db, caller.userId);
    const activeSessions = rows.filter((row) => isLiveSession(row, context.realNow()));
    return { sessions: activeSessions.map((row) => toAccountSession(row, caller.sessionId)) };
  },
});

const toAccountSession = (row: SessionRow, current: string): AccountSession => ({
  id: row.id,
  current: row.id === current,
  ...parseDevice(row.userAgent),
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.refreshedAt.toISOString(),
  secondStep: row.aal === 'aal2',
});

export const endSession = defineRpcFunction({
  name: 'end-session',
  access: 'step-up',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: z.strictObject({ sessionId: z.uuid() }),
  run: async (context, { caller, address, userAgent }, { sessionId }) => {
    const { userId } = caller;
    await context.db.transaction(async (tx) => {
      const user = await findUser(tx, userId);
      if (!user || !(await revokeOwnSession(tx, userId, sessionId, context.realNow()))) throw new AppError('not_found');
      await recordSecurityEvent(context, tx, { user, kind: 'session_ended', client: { address, userAgent } });
    });
    return { ended: true as const };
  },
});

export const listSecurityEvents = defineRpcFunction({
  name: 'list-security-events',
  access: 'writes',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: z.strictObject({ before: z.uuid().optional() }),
  run: async (context, { caller }, { before = null }) => {
    const rows = await findSecurityEvents(context.db, caller.userId, before, EVENTS_PER_PAGE + 1);
    return {
      events: rows.slice(0, EVENTS_PER_PAGE).map(toSecurityEvent),
      more: rows.length > EVENTS_PER_PAGE,
    };
  },
});

const toSecurityEvent = ({ id, kind, at, address, userAgent, facts }: SecurityEventRow): SecurityEvent => ({
  id,
  kind,
  title: securityEventTitle(kind),
  detail: facts.detail ?? '',
  at: at.toISOString(),
  device: parseDevice(userAgent).device,
  address,
});

export const exportAccount = defineRpcFunction({
  name: 'export-account',
  access: 'step-up',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: EmptyBody,
  limits: hourlyLimit('account-export', 5),
  run: async (context, { caller, address, userAgent }) => {
    const file = await buildAccountExport(context, caller);
    await transactionWithMail(context, async (tx) => {
      const user = await findUser(tx, caller.userId);
      if (!user) throw new AppError('unauthorized');
      await recordSecurityEvent(context, tx, { user, kind: 'account_exported', client: { address, userAgent } });
    });
    return file;
  },
});

export const accountFateFunction = defineRpcFunction({
  name: 'account-fate',
  access: 'reads',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: EmptyBody,
  run: (context, { caller }) => previewAccountClosure(context, caller.sellerId),
});

export const deleteAccount = defineRpcFunction({
  name: 'delete-account',
  access: 'step-up',
  notInApi: 'Only the person sees and changes what protects their account.',
  body: z.strictObject({ email: z.string().max(320) }),
  limits: hourlyLimit('account-delete', 10),
  run: async (context, request, { email }) => {
    await closeAccount(context, request, email);
    return { deleted: true as const };
  },
});
