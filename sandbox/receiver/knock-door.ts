import type { Context, Hono } from 'hono';
import { MAX_BODY_BYTES, type ReceiverResponse, type ReceiverStore } from './boxes.ts';

/** Maximum duration of a `hang` response. */
const HANG_TIMEOUT_MS = 60_000;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const isReceiverName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);

/** Reads the body up to the limit; the rest is left unread. */
const readBody = async (request: Request): Promise<{ body: Uint8Array; isTruncated: boolean }> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader && size <= MAX_BODY_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const isTruncated = size > MAX_BODY_BYTES;
  if (isTruncated) await reader?.cancel();
  return { body: new Uint8Array(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES)), isTruncated };
};

const waitForDisconnect = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, HANG_TIMEOUT_MS);
    timer.unref();
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish, { once: true });
  });

const respond = async (c: Context, response: ReceiverResponse): Promise<Response> => {
  switch (response) {
    case 'ok':
      return c.json({ received: true });
    case 'broken':
      return c.json({ error: 'This receiver was told to fail.' }, 500);
    case 'gone':
      return c.text('This receiver was told to be gone.', 410);
    case 'moved':
      return c.redirect(`${new URL(c.req.url).pathname}/elsewhere`, 302);
    case 'hang':
      await waitForDisconnect(c.req.raw.signal);
      return c.text('Nobody waited for this.', 504);
  }
};

const handleRequest = async (c: Context, store: ReceiverStore): Promise<Response> => {
  const name = c.req.param('name') ?? '';
  if (!isReceiverName(name)) return c.text('Names of receivers are small letters, digits and hyphens.', 404);
  const { method, headers } = c.req.raw;
  const { response } = store.getReceiver(name);
  const subpath = c.req.param('rest') ?? '';
  const request = {
    name,
    receivedAt: new Date(),
    method,
    subpath,
    headers: [...headers],
    ...(await readBody(c.req.raw)),
  };
  store.addRequest({ ...request, response });
  return respond(c, response);
};

/** Mounts the receiver endpoints, which simulate a seller's server: they accept every request and respond as set. */
export const mountReceiverEndpoints = (app: Hono, store: ReceiverStore): void => {
  app.on(METHODS, ['/in/:name', '/in/:name/:rest{.+}'], (c) => handleRequest(c, store));
};
