import { z } from 'zod';

import type { AccountSession } from '#domain/account.ts';
import { ShopError } from '#domain/errors.ts';
import { securityEventTitle, type SecurityEvent } from '#domain/security-event.ts';

import { accountExport } from '#server/account/account-export.ts';
import { accountView } from '#server/account/account-view.ts';
import { accountFate, closeAccount } from '#server/account/close-account.ts';
import { deviceOf } from '#server/auth/device.ts';
import { noteEvent } from '#server/auth/note-event.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import {
  listSecurityEvents as findSecurityEvents,
  type SecurityEventRow,
} from '#server/db/security-events.ts';
import {
  listSessions as findSessions,
  updateOwnSessionRevoked,
  type SessionRow,
} from '#server/db/sessions.ts';
import { findUser } from '#server/db/users.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { backendFunction, type From } from './backend-function.ts';

const NOTHING = z.strictObject({});
const EVENTS_AT_ONCE = 30;

const hourly =
  (act: string, limit: number) =>
  ({ caller }: From<'confirmed'>) => [{ key: `${act}:${caller.userId}`, limit, windowMs: HOUR_MS }];

/** Has access `writes` because it reads the session row, which says until when no step-up authentication is needed. */
export const getAccount = backendFunction({
  name: 'get-account',
  title: 'Failed to load your account',
  access: 'writes',
  body: NOTHING,
  run: (context, { caller }) => accountView(context, caller),
});

/** Has access `writes` so that the session row is read: an ended session must not see the other sessions. */
export const listSessions = backendFunction({
  name: 'list-sessions',
  title: 'Failed to load your sessions',
  access: 'writes',
  body: NOTHING,
  run: async (context, { caller }) => {
    const rows = await findSessions(context.db, caller.userId);
    const live = rows.filter((row) => isLiveSession(row, context.realNow()));
    return { sessions: live.map((row) => sessionAnswer(row, caller.sessionId)) };
  },
});

const sessionAnswer = (row: SessionRow, current: string): AccountSession => ({
  id: row.id,
  current: row.id === current,
  ...deviceOf(row.userAgent),
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.refreshedAt.toISOString(),
  secondStep: row.aal === 'aal2',
});

export const endSession = backendFunction({
  name: 'end-session',
  title: 'The session could not be ended',
  access: 'confirmed',
  body: z.strictObject({ sessionId: z.uuid() }),
  run: async (context, { caller, address, userAgent }, { sessionId }) => {
    const { userId } = caller;
    await context.db.transaction(async (tx) => {
      const user = await findUser(tx, userId);
      if (!user || !(await updateOwnSessionRevoked(tx, userId, sessionId, context.realNow())))
        throw new ShopError('not_found');
      await noteEvent(context, tx, { user, kind: 'session_ended', from: { address, userAgent } });
    });
    return { ended: true as const };
  },
});

export const listSecurityEvents = backendFunction({
  name: 'list-security-events',
  title: 'Failed to load what happened',
  access: 'writes',
  body: z.strictObject({ before: z.uuid().optional() }),
  run: async (context, { caller }, { before = null }) => {
    const rows = await findSecurityEvents(context.db, caller.userId, before, EVENTS_AT_ONCE + 1);
    return { events: rows.slice(0, EVENTS_AT_ONCE).map(eventAnswer), more: rows.length > EVENTS_AT_ONCE };
  },
});

const eventAnswer = ({ id, kind, at, address, userAgent, facts }: SecurityEventRow): SecurityEvent => ({
  id,
  kind,
  title: securityEventTitle(kind),
  detail: facts.detail ?? '',
  at: at.toISOString(),
  device: deviceOf(userAgent).device,
  address,
});

export const exportAccount = backendFunction({
  name: 'export-account',
  title: 'Download failed',
  access: 'confirmed',
  body: NOTHING,
  limits: hourly('account-export', 5),
  run: async (context, { caller, address, userAgent }) => {
    const file = await accountExport(context, caller);
    await context.db.transaction(async (tx) => {
      const user = await findUser(tx, caller.userId);
      if (!user) throw new ShopError('unauthorized');
      await noteEvent(context, tx, { user, kind: 'account_exported', from: { address, userAgent } });
    });
    context.ring('outbox');
    return file;
  },
});

export const accountFateFunction = backendFunction({
  name: 'account-fate',
  title: 'Failed to load your account',
  access: 'reads',
  body: NOTHING,
  run: (context, { caller }) => accountFate(context, caller.sellerId),
});

export const deleteAccount = backendFunction({
  name: 'delete-account',
  title: 'Your account was not deleted',
  access: 'confirmed',
  body: z.strictObject({ email: z.string().max(320) }),
  limits: hourly('account-delete', 10),
  run: async (context, from, { email }) => {
    await closeAccount(context, from, email);
    return { deleted: true as const };
  },
});
