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
/** As long as the path of a file may be. */
const LONGEST_WORD = 4096;

const Body = z.strictObject({ words: z.array(z.string().max(LONGEST_WORD)).max(20) });

/**
 * Commands that need the database of a shop that has it alone: asked at this machine, by whoever can read its secrets.
 * For everybody else there is nothing here.
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
      // A large database takes longer than any answer to people; its socket is silent meanwhile.
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
