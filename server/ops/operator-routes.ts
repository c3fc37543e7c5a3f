import { Hono } from 'hono';
import { z } from 'zod';

import { getHttpStatus } from '#domain/errors.ts';
import { runSessionsCommand } from '#server/auth/sessions-command.ts';
import type { Context } from '#server/core/context.ts';
import type { NodeEnv } from '#server/core/host-name.ts';
import { withoutRequestDeadline } from '#server/db/query-deadline.ts';
import { toAppError } from '#server/http/app-error.ts';
import { readJson } from '#server/http/read-json.ts';
import { isLocalRequest } from '#server/http/request-origin.ts';
import { runBackup } from '#server/ops/backup/backup-command.ts';
import { runInvariantsCommand } from '#server/ops/invariants/check-invariants.ts';

import { runAuditCommand } from './audit-command.ts';
import { runEventsCommand } from './events-command.ts';
import type { OperatorCommand } from './operator-command.ts';
import { isOperatorProof } from './operator-proof.ts';
import { runPagesCommand } from './pages-command.ts';
import { runReseal } from './reseal.ts';

/** Commands that the operator runs as `npm run <name>` while the app is running. */
const OPERATOR_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  backup: runBackup,
  audit: runAuditCommand,
  events: runEventsCommand,
  invariants: runInvariantsCommand,
  sessions: runSessionsCommand,
  pages: runPagesCommand,
  reseal: runReseal,
};

const MAX_BYTES = 16 * 1024;
/** Length of the longest file path. */
const MAX_ARGUMENT_LENGTH = 4096;

const Body = z.strictObject({ words: z.array(z.string().max(MAX_ARGUMENT_LENGTH)).max(20) });

/** Body of a request that runs an operator command: its arguments. */
export type OperatorRequest = z.infer<typeof Body>;

/**
 * Operator commands for an app that has exclusive access to its database: requests from this machine with a proof that the
 * caller can read the app's secrets. Answers 404 to all others.
 */
export function operatorRoutes(context: Context): Hono {
  const routes = new Hono();
  for (const [name, command] of Object.entries(OPERATOR_COMMANDS)) {
    routes.post(`/${name}`, async (c) => {
      const proof = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
      if (!isLocalRequest(c) || !isOperatorProof(context.secrets, name, proof, context.realNow())) return c.notFound();
      const { words } = Body.parse(await readJson(c.req.raw, MAX_BYTES));
      c.header('Cache-Control', 'no-store');
      // A command may take longer than the socket's inactivity timeout.
      (c.env as NodeEnv).incoming?.socket.setTimeout(0);
      return c.json(await withoutRequestDeadline(() => command(context, words)));
    });
  }
  routes.onError((error, c) => {
    const appError = error instanceof z.ZodError ? null : toAppError(error);
    if (appError && appError.code !== 'internal')
      return c.json({ error: appError.code }, getHttpStatus(appError.code) as 413);
    if (error instanceof z.ZodError) return c.json({ error: 'invalid_request' }, 400);
    context.log.error({ err: error, path: c.req.path }, 'operator_command_failed');
    return c.json({ error: 'failed' }, 500);
  });
  return routes;
}
