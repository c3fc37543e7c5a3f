import type { Context, Hono } from 'hono';
import { MOST_BODY_BYTES, type Answer, type Boxes } from './boxes.ts';

/** Maximum duration of a `hang` response. */
const hangMs = 60_000;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const isName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);

/** Reads the body up to the limit; the rest is left unread. */
const bodyOf = async (request: Request): Promise<{ body: Uint8Array; cut: boolean }> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader && size <= MOST_BODY_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  const cut = size > MOST_BODY_BYTES;
  if (cut) await reader?.cancel();
  return { body: new Uint8Array(Buffer.concat(parts).subarray(0, MOST_BODY_BYTES)), cut };
};

const untilTheyLeave = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, hangMs);
    timer.unref();
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

const answer = async (c: Context, kind: Answer): Promise<Response> => {
  switch (kind) {
    case 'ok':
      return c.json({ received: true });
    case 'broken':
      return c.json({ error: 'This receiver was told to fail.' }, 500);
    case 'gone':
      return c.text('This receiver was told to be gone.', 410);
    case 'moved':
      return c.redirect(`${new URL(c.req.url).pathname}/elsewhere`, 302);
    case 'hang':
      await untilTheyLeave(c.req.raw.signal);
      return c.text('Nobody waited for this.', 504);
  }
};

const knock = async (c: Context, boxes: Boxes): Promise<Response> => {
  const name = c.req.param('name') ?? '';
  if (!isName(name)) return c.text('Names of receivers are small letters, digits and hyphens.', 404);
  const { method, headers } = c.req.raw;
  const { answer: answered } = boxes.box(name);
  const rest = c.req.param('rest') ?? '';
  const came = { name, at: new Date(), method, rest, headers: [...headers], ...(await bodyOf(c.req.raw)) };
  boxes.take({ ...came, answered });
  return answer(c, answered);
};

/** Mounts the receiver endpoints, which simulate a seller's server: they accept every request and respond as set. */
export const mountKnocks = (app: Hono, boxes: Boxes): void => {
  app.on(METHODS, ['/in/:name', '/in/:name/:rest{.+}'], (c) => knock(c, boxes));
};
