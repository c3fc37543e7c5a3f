import { Hono } from 'hono';
import { z } from 'zod';

import { statusOf } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { patiently } from '#server/db/patience.ts';
import type { Incoming } from '#server/hosts/host-name.ts';
import { knownError } from '#server/http/known-error.ts';
import { readJson } from '#server/http/read-json.ts';
import { isThisMachine } from '#server/http/this-machine.ts';

import { OPERATOR_ACTS } from './operator-acts.ts';
import { isOperatorProof } from './operator-proof.ts';

const MAX_BYTES = 16 * 1024;
/** Length of the longest file path. */
const LONGEST_WORD = 4096;

const Body = z.strictObject({ words: z.array(z.string().max(LONGEST_WORD)).max(20) });

/**
 * Operator commands for an app that has exclusive access to its database: requests from this machine with a proof that the
 * caller can read the app's secrets. Answers 404 to all others.
 */
export function operatorDoors(context: Context): Hono {
  const doors = new Hono();
  for (const [name, act] of Object.entries(OPERATOR_ACTS)) {
    doors.post(`/${name}`, async (c) => {
      const proof = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
      if (!isThisMachine(c) || !isOperatorProof(context.secrets, name, proof, context.realNow()))
        return c.notFound();
      const { words } = Body.parse(await readJson(c.req.raw, MAX_BYTES));
      c.header('Cache-Control', 'no-store');
      // A command may take longer than the socket's inactivity timeout.
      (c.env as Incoming).incoming?.socket.setTimeout(0);
      return c.json(await patiently(() => act(context, words)));
    });
  }
  doors.onError((error, c) => {
    const known = error instanceof z.ZodError ? null : knownError(error);
    if (known && known.code !== 'internal') return c.json({ error: known.code }, statusOf(known.code) as 413);
    if (error instanceof z.ZodError) return c.json({ error: 'invalid_request' }, 400);
    context.log.error({ err: error, path: c.req.path }, 'a command of the operator failed');
    return c.json({ error: 'failed' }, 500);
  });
  return doors;
}
