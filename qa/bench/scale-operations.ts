// All regular requests of buyers, sellers, API clients, Stripe and the operator's monitoring.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { BROWSER } from '#server/testing/page-view-requests.ts';

import {
  createConnectedSeller,
  createSeller,
  PASSWORD,
  publishPage,
  createPageConfig,
} from '../../e2e/support/seller.ts';
import { sendInProcess, type InProcessApp } from '../lib/in-process-app.ts';
import { getToken } from '../lib/rpc-calls.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';
import { BACKGROUND_OPERATION, recordAs } from './record-queries.ts';

export const PAGES = 10;
export const ORDERS = 10;

export type Operation = { name: string; run: () => Promise<unknown> };

/** Half of the purchases are completed by Stripe events. */
const BUYING = 'buy, with all events';

async function ask(here: InProcessApp, path: string, init: RequestInit = {}, statuses = [200]): Promise<string> {
  const headers = { 'user-agent': BROWSER, ...(init.headers as Record<string, string>) };
  const answer = await sendInProcess(here, here.url + path, { ...init, headers });
  const text = await answer.text();
  if (!statuses.includes(answer.status)) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const config = createPageConfig({ requireTerms: false });

/** A seller whose activity creates rows in nearly every table, and who makes the measured requests. */
export async function createOperations(here: InProcessApp): Promise<Operation[]> {
  const { app } = here;
  const get = (path: string, headers: Record<string, string> = {}) => ask(here, path, { headers });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(here, path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
  const seller = await createConnectedSeller(here);
  await seller.call('create-subscription', { planId: 'pro' });
  const pages: { slug: string; pageId: string }[] = [];
  for (let n = 1; n <= PAGES; n++)
    pages.push(await publishPage(seller, { ...config, customSlug: n === 1 ? 'original' : `original-${n}` }));
  const pageId = pages[0]?.pageId ?? '';
  await seller.call('create-webhook-endpoint', { url: 'https://hooks.example.com/orders' });
  await seller.call('add-domain', { host: 'shop.original-potter.com', pageId });
  const { secret: key } = await seller.call('create-api-key', {
    name: 'Scale',
    scopes: ['pages:read', 'orders:read'],
  });
  const createCheckout = async (slug: string, body: object = {}) => {
    const answer = await post('/functions/v1/create-checkout-session', { slug, attempt: randomUUID(), ...body });
    return (JSON.parse(answer) as { url: string }).url;
  };
  const sendPageView = (slug: string) => {
    const headers = { origin: here.url, 'content-type': 'text/plain' };
    return ask(here, `/c/${slug}/seen`, { method: 'POST', headers, body: '{"v":1}' }, [204]);
  };
  for (let n = 0; n < ORDERS; n++) {
    const { slug = '' } = pages[n % PAGES] ?? {};
    if (n < 2) await sendPageView(slug);
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
  const call = (name: string, createBody: () => object = () => ({})): Operation => ({
    name: `function ${name}`,
    run: async () => post(`/functions/v1/${name}`, createBody(), await own()),
  });
  const program = (path: string): Operation => ({
    name: `API ${path.replace(/\?.*|[0-9a-f-]{36}/g, '')}`,
    run: () => get(`/api/v1${path}`, { authorization: `Bearer ${key}` }),
  });
  // Repeated sign-ins end the visitor's oldest sessions.
  const other = await createSeller(here);
  const signIn = () => post('/auth/v1/token?grant_type=password', { email: other.email, password: PASSWORD });
  const changedConfig = () => ({ ...config, customSlug: 'original', description: randomUUID() });
  const operations: Operation[] = [
    { name: 'page, not cached', run: () => get(`/c/original?q=${randomUUID()}`) },
    { name: 'pay', run: () => createCheckout('original') },
    { name: 'pay with a coupon', run: () => createCheckout('original', { appliedCoupon: 'QUARTER' }) },
    {
      name: 'apply a coupon',
      run: () => post('/functions/v1/apply-coupon', { slug: 'original', code: 'QUARTER' }),
    },
    {
      name: BUYING,
      run: async () => {
        const to = new URL(await payOnPage(await createCheckout('original')));
        await app.sandbox?.waitForDeliveries();
        for (const name of ['inbox', 'deliveries', 'outbox'] as const) await app.workers[name].waitUntilIdle();
        await get(to.pathname + to.search);
      },
    },
    {
      name: 'page view, recorded and counted',
      run: async () => {
        await sendPageView('original');
        app.context.wake('views');
        await app.workers.views.waitUntilIdle();
      },
    },
    { name: 'sign in', run: signIn },
    {
      name: 'refresh a session',
      run: async () => {
        const { refresh_token } = JSON.parse(await signIn()) as { refresh_token: string };
        await post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
      },
    },
    { name: 'get the current user', run: async () => get('/auth/v1/user', await own()) },
    call('list-pages'),
    call('get-page', () => ({ pageId })),
    call('get-page-counts', () => ({ pageId })),
    call('check-slug', () => ({ slug: `free-${randomUUID().slice(0, 8)}` })),
    call('save-draft', () => ({ pageId, config: changedConfig() })),
    call('save-checkout-page', () => ({ pageId, slug: 'original', config: changedConfig() })),
    call('list-orders'),
    call('get-order', () => ({ orderId: order.id })),
    call('export-orders'),
    call('list-customers'),
    call('get-customer', () => ({ customerId: order.id })),
    call('get-analytics', () => ({ period: '30d' })),
    call('get-breakdown', () => ({ period: '30d', by: 'source' })),
    call('check-subscription-status'),
    call('get-connection'),
    call('list-domains'),
    call('list-webhook-endpoints'),
    call('get-account'),
    call('list-sessions'),
    program('/pages'),
    program('/orders?limit=20'),
    program(`/orders/${order.id}`),
    {
      name: 'purchases: request a link',
      run: () => {
        const headers = { origin: here.url, 'content-type': 'application/x-www-form-urlencoded' };
        return ask(here, '/purchases', { method: 'POST', headers, body: 'email=buyer%40example.com' }, [200, 302, 303]);
      },
    },
    {
      name: 'resolve a host name',
      run: () => sendInProcess(here, `http://n${randomUUID().slice(0, 8)}.example.com/`),
    },
    { name: 'sitemap', run: () => ask(here, '/sitemap.xml', {}, [200, 404]) },
    {
      name: '/metrics',
      run: async () => {
        await app.context.metrics.registry.metrics();
        await wait(2100);
        await app.context.metrics.registry.metrics();
      },
    },
    { name: BACKGROUND_OPERATION, run: () => wait(2100) },
  ];
  return operations.map(({ name, run }) => ({
    name,
    run: () => recordAs(name, run, { isExclusive: name === BUYING }),
  }));
}
