import { setTimeout } from 'node:timers/promises';

import { Hono, type Context } from 'hono';

import { readFields, type PageDependencies } from '../pages/page-dependencies.ts';
import { receiverPage, receiverPath, RECEIVER_PATH, receiversPage } from './receiver-pages.ts';
import {
  RECEIVER_RESPONSES,
  createReceiverStore,
  type ReceiverStore,
  MAX_BODY_BYTES,
  type ReceiverResponse,
} from './receiver-store.ts';
import { isSecret } from './verify-signature.ts';

/** Maximum duration of a `hang` response. */
const HANG_TIMEOUT_MS = 60_000;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const isReceiverName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);

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
  setTimeout(HANG_TIMEOUT_MS, undefined, { signal, ref: false }).catch(() => undefined);

const respond = async (c: Context, response: ReceiverResponse): Promise<Response> => {
  switch (response) {
    case 'ok':
      return c.json({ received: true });
    case 'broken':
      return c.json({ error: 'This receiver is set to fail.' }, 500);
    case 'gone':
      return c.text('This receiver is set to respond with 410.', 410);
    case 'moved':
      return c.redirect(`${new URL(c.req.url).pathname}/elsewhere`, 302);
    case 'hang':
      await waitForDisconnect(c.req.raw.signal);
      return c.text('This receiver is set to time out.', 504);
  }
};

/** Handles a request to a receiver, which simulates a seller's server: it accepts every request and responds as set. */
const handleRequest = async (c: Context, store: ReceiverStore): Promise<Response> => {
  const name = c.req.param('name') ?? '';
  if (!isReceiverName(name)) return c.text('Receiver names consist of lowercase letters, digits, and hyphens.', 404);
  const { method, headers } = c.req.raw;
  const { response } = store.getReceiver(name);
  const subpath = c.req.param('rest') ?? '';
  const received = { name, receivedAt: new Date(), method, subpath, headers: [...headers] };
  store.addRequest({ ...received, ...(await readBody(c.req.raw)), response });
  return respond(c, response);
};

const listReceivers = (store: ReceiverStore) =>
  store.listNames().map((name) => ({ name, count: store.listRequests(name).length }));

const renderReceiver = (store: ReceiverStore, origin: string, name: string, error?: string) =>
  receiverPage({
    name,
    url: `${origin}${RECEIVER_PATH}/in/${name}`,
    receiver: store.getReceiver(name),
    requests: store.listRequests(name),
    ...(error && { error }),
  });

const mountPages = (app: Hono, store: ReceiverStore, origin: string): void => {
  app.get('/', (c) => {
    const name = c.req.query('name')?.trim().toLowerCase();
    if (name === undefined) return c.html(receiversPage(listReceivers(store)));
    if (isReceiverName(name)) return c.redirect(receiverPath(name), 303);
    return c.html(
      receiversPage(
        listReceivers(store),
        'Enter 1 to 40 lowercase letters, digits, or hyphens. Start with a letter or digit.',
      ),
      422,
    );
  });
  app.use('/of/:name/*', async (c, next) =>
    isReceiverName(c.req.param('name')) ? next() : c.redirect(RECEIVER_PATH, 303),
  );
  app.get('/of/:name', (c) => c.html(renderReceiver(store, origin, c.req.param('name'))));
};

const mountSettings = (app: Hono, store: ReceiverStore, origin: string): void => {
  app.post('/of/:name/answer', async (c) => {
    const name = c.req.param('name');
    const selected = (await readFields(c.req))['answer'];
    const response = RECEIVER_RESPONSES.find((candidate) => candidate === selected);
    if (!response) return c.html(renderReceiver(store, origin, name), 422);
    store.updateReceiver(name, { response });
    return c.redirect(receiverPath(name), 303);
  });
  app.post('/of/:name/secret', async (c) => {
    const name = c.req.param('name');
    const secret = (await readFields(c.req))['secret']?.trim() ?? '';
    const error = 'This isn’t a signing secret. Signing secrets start with whsec_.';
    if (secret !== '' && !isSecret(secret)) return c.html(renderReceiver(store, origin, name, error), 422);
    store.updateReceiver(name, { secret: secret || null });
    return c.redirect(receiverPath(name), 303);
  });
  app.post('/of/:name/clear', (c) => {
    store.clearRequests(c.req.param('name'));
    return c.redirect(receiverPath(c.req.param('name')), 303);
  });
};

/** Simulates servers of sellers: receivers that accept webhooks and respond as configured. */
export const receiverPages = ({ origin }: Pick<PageDependencies, 'origin'>): Hono => {
  const app = new Hono();
  const store = createReceiverStore();
  app.on(METHODS, ['/in/:name', '/in/:name/:rest{.+}'], (c) => handleRequest(c, store));
  mountPages(app, store, origin);
  mountSettings(app, store, origin);
  return app;
};
