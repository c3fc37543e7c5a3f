import { Hono } from 'hono';
import { readFields, type PageDependencies } from '../pages/desk.ts';
import { RECEIVER_RESPONSES, createReceiverStore, type ReceiverStore } from './boxes.ts';
import { isSecret } from './check-signature.ts';
import { isReceiverName, mountReceiverEndpoints } from './knock-door.ts';
import { receiverPage, RECEIVER_PATH, receiversPage } from './receiver-pages.ts';

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
    if (isReceiverName(name)) return c.redirect(`${RECEIVER_PATH}/of/${name}`, 303);
    return c.html(receiversPage(listReceivers(store), 'A name is 1 to 40 small letters, digits and hyphens.'), 422);
  });
  app.use('/of/:name/*', async (c, next) =>
    isReceiverName(c.req.param('name')) ? next() : c.redirect(RECEIVER_PATH, 303),
  );
  app.get('/of/:name', (c) => c.html(renderReceiver(store, origin, c.req.param('name'))));
};

const mountSettings = (app: Hono, store: ReceiverStore, origin: string): void => {
  const receiverUrl = (name: string) => `${RECEIVER_PATH}/of/${name}`;
  app.post('/of/:name/answer', async (c) => {
    const name = c.req.param('name');
    const selected = (await readFields(c.req))['answer'];
    const response = RECEIVER_RESPONSES.find((candidate) => candidate === selected);
    if (!response) return c.html(renderReceiver(store, origin, name), 422);
    store.updateReceiver(name, { response });
    return c.redirect(receiverUrl(name), 303);
  });
  app.post('/of/:name/secret', async (c) => {
    const name = c.req.param('name');
    const secret = (await readFields(c.req))['secret']?.trim() ?? '';
    const error = 'That is no secret of a webhook: it begins with whsec_.';
    if (secret !== '' && !isSecret(secret)) return c.html(renderReceiver(store, origin, name, error), 422);
    store.updateReceiver(name, { secret: secret || null });
    return c.redirect(receiverUrl(name), 303);
  });
  app.post('/of/:name/clear', (c) => {
    store.clearRequests(c.req.param('name'));
    return c.redirect(receiverUrl(c.req.param('name')), 303);
  });
};

/** Simulates servers of sellers: receivers that accept webhooks and respond as configured. */
export const receiverPages = ({ origin }: Pick<PageDependencies, 'origin'>): Hono => {
  const app = new Hono();
  const store = createReceiverStore();
  mountReceiverEndpoints(app, store);
  mountPages(app, store, origin);
  mountSettings(app, store, origin);
  return app;
};
