// All regular requests of buyers, sellers, API clients, Stripe and the operator's monitoring.
import { randomUUID } from 'node:crypto';

import { BROWSER } from '#server/testing/page-view-beacons.ts';

import {
  createConnectedSeller,
  createSeller,
  PASSWORD,
  publishPage,
  createPageConfig,
} from '../../e2e/support/seller.ts';
import type { InProcessApp } from '../lib/in-process-app.ts';
import { getToken } from '../lib/rpc-calls.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';
import { recordAs } from './record-queries.ts';

export const PAGES = 10;
export const ORDERS = 10;

/** Requests come from a local proxy, which names another client address each time. */
const PROXY = {
  incoming: {
    socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' },
    url: '/',
    rawHeaders: ['Host', 'localhost'],
  },
};

export type Operation = { name: string; run: () => Promise<void> };

let clients = 0;

/** Half of the purchases are completed by Stripe events. */
const BUYING = 'buy, with all events';

function asker(here: InProcessApp) {
  const { host } = new URL(here.url);
  return async (path: string, init: RequestInit = {}, statuses = [200]): Promise<Response> => {
    const client = clients++;
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`);
    headers.set('user-agent', BROWSER);
    const env = { incoming: { ...PROXY.incoming, rawHeaders: ['Host', host] } };
    const answer = await here.app.fetch(new Request(here.url + path, { ...init, headers }), env);
    if (!statuses.includes(answer.status))
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    return answer;
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const config = createPageConfig({ requireTerms: false });

/** A seller whose activity creates rows in nearly every table, and who makes the measured requests. */
export async function createOperations(here: InProcessApp): Promise<Operation[]> {
  const { app } = here;
  const ask = asker(here);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
  const seller = await createConnectedSeller(here);
  await seller.call('create-subscription', { planId: 'pro' });
  const pages: { slug: string; pageId: string }[] = [];
  for (let n = 1; n <= PAGES; n++)
    pages.push(await publishPage(seller, { ...config, customSlug: n === 1 ? 'original' : `original-${n}` }));
  await seller.call('create-webhook-endpoint', { url: 'https://hooks.example.com/orders' });
  await seller.call('add-domain', { host: 'shop.original-potter.com', pageId: pages[0]?.pageId ?? '' });
  const { secret: key } = await seller.call('create-api-key', {
    name: 'Scale',
    scopes: ['pages:read', 'orders:read'],
  });
  const createCheckout = async (slug: string, body: object = {}) => {
    const answer = await post('/functions/v1/create-checkout-session', {
      slug,
      attempt: randomUUID(),
      ...body,
    });
    return ((await answer.json()) as { url: string }).url;
  };
  const beacon = (slug: string) =>
    ask(
      `/c/${slug}/seen`,
      { method: 'POST', headers: { origin: here.url, 'content-type': 'text/plain' }, body: '{"v":1}' },
      [204],
    );
  for (let n = 0; n < ORDERS; n++) {
    const { slug = '' } = pages[n % PAGES] ?? {};
    if (n < 2) await beacon(slug);
    const url = await createCheckout(slug, n % 3 === 0 ? { appliedCoupon: 'QUARTER' } : {});
    await app.sandbox?.waitForDeliveries();
    await payOnPage(url);
  }
  await app.waitUntilIdle();
  const order = (await seller.call('list-orders', {})).orders[0];
  if (!order) throw new Error('No order was recorded');
  await post('/auth/v1/recover', { email: seller.email });
  await app.waitUntilIdle();
  /** Copying the rows takes longer than an access token is valid. */
  const own = async () => ({ authorization: `Bearer ${await getToken(here.url, seller)}` });
  const call = (name: string, body: () => object): Operation => ({
    name: `function ${name}`,
    run: async () => void (await post(`/functions/v1/${name}`, body(), await own())),
  });
  const program = (path: string): Operation => ({
    name: `API ${path.replace(/\?.*|[0-9a-f-]{36}/g, '')}`,
    run: async () => void (await ask(`/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })),
  });
  const [page] = pages;
  const pageId = page?.pageId ?? '';
  // Repeated sign-ins end the visitor's oldest sessions.
  const other = await createSeller(here);
  const signIn = async () => {
    const answer = await post('/auth/v1/token?grant_type=password', {
      email: other.email,
      password: PASSWORD,
    });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };
  const operations: Operation[] = [
    {
      name: 'page, not cached',
      run: async () => void (await (await ask(`/c/original?q=${randomUUID()}`)).text()),
    },
    { name: 'pay', run: async () => void (await createCheckout('original')) },
    {
      name: 'pay with a coupon',
      run: async () => void (await createCheckout('original', { appliedCoupon: 'QUARTER' })),
    },
    {
      name: 'apply a coupon',
      run: async () => void (await post('/functions/v1/apply-coupon', { slug: 'original', code: 'QUARTER' })),
    },
    {
      name: BUYING,
      run: async () => {
        const url = await createCheckout('original');
        const to = new URL(await payOnPage(url));
        await app.sandbox?.waitForDeliveries();
        for (const name of ['inbox', 'deliveries', 'outbox'] as const) await app.workers[name].waitUntilIdle();
        await (await ask(to.pathname + to.search)).text();
      },
    },
    {
      name: 'page view, recorded and counted',
      run: async () => {
        await beacon('original');
        app.context.wake('views');
        await app.workers.views.waitUntilIdle();
      },
    },
    { name: 'sign in', run: async () => void (await signIn()) },
    {
      name: 'refresh a session',
      run: async () => {
        const { refresh_token } = await signIn();
        await post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
      },
    },
    { name: 'get the current user', run: async () => void (await ask('/auth/v1/user', { headers: await own() })) },
    call('list-pages', () => ({})),
    call('get-page', () => ({ pageId })),
    call('get-page-counts', () => ({ pageId })),
    call('check-slug', () => ({ slug: `free-${randomUUID().slice(0, 8)}` })),
    call('save-draft', () => ({
      pageId,
      config: { ...config, customSlug: 'original', description: randomUUID() },
    })),
    call('save-checkout-page', () => ({
      pageId,
      slug: 'original',
      config: { ...config, customSlug: 'original', description: randomUUID() },
    })),
    call('list-orders', () => ({})),
    call('get-order', () => ({ orderId: order.id })),
    call('export-orders', () => ({})),
    call('list-customers', () => ({})),
    call('get-customer', () => ({ customerId: order.id })),
    call('get-analytics', () => ({ period: '30d' })),
    call('get-breakdown', () => ({ period: '30d', by: 'source' })),
    call('check-subscription-status', () => ({})),
    call('get-connection', () => ({})),
    call('list-domains', () => ({})),
    call('list-webhook-endpoints', () => ({})),
    call('get-account', () => ({})),
    call('list-sessions', () => ({})),
    program('/pages'),
    program('/orders?limit=20'),
    program(`/orders/${order.id}`),
    {
      name: 'purchases: request a link',
      run: async () =>
        void (await ask(
          '/purchases',
          {
            method: 'POST',
            headers: { origin: here.url, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ email: 'buyer@example.com' }).toString(),
          },
          [200, 302, 303],
        )),
    },
    {
      name: 'resolve a host name',
      run: async () => {
        const name = `n${randomUUID().slice(0, 8)}.example.com`;
        const env = { incoming: { ...PROXY.incoming, rawHeaders: ['Host', name] } };
        await app.fetch(new Request(`http://${name}/`), env);
      },
    },
    { name: 'sitemap', run: async () => void (await (await ask('/sitemap.xml', {}, [200, 404])).text()) },
    {
      name: '/metrics',
      run: async () => {
        await app.context.metrics.registry.metrics();
        await new Promise((resolve) => setTimeout(resolve, 2100));
        await app.context.metrics.registry.metrics();
      },
    },
    {
      name: 'workers, each second',
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2100));
      },
    },
  ];
  return operations.map(({ name, run }) => ({
    name,
    run: () => recordAs(name, run, { isExclusive: name === BUYING }),
  }));
}
