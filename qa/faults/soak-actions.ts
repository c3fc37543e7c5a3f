// The actions of users and API clients, one at a time.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

import type { RpcName } from '#domain/rpc-contract.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { BROWSER } from '#server/testing/page-view-requests.ts';

import {
  createConnectedSeller,
  createPageConfig,
  PASSWORD,
  publishPage,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest, type RequestOptions } from '../lib/load.ts';
import { getToken } from '../lib/rpc-calls.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

type Subject = Seller & { slug: string; pageId: string; key: string };
/** Sends a request from a client's address; throws unless the response has this status. */
type Send = (path: string, options?: RequestOptions, status?: number) => Promise<string>;
/** One action of a seller or of a visitor of the seller's page. Throws when it fails. */
type Action = (send: Send, subject: Subject, random: () => number) => Promise<unknown>;
/** `share`: the relative frequency among all actions. */
export type ActionKind = { name: string; share: number; run: (random: () => number) => Promise<unknown> };

const SELLERS = 6;
/** Clients behind a local proxy, each with a separate address. */
const CLIENTS = 200;

const PAGE = createPageConfig({ price: '1', enableCoupon: false, validCoupons: [], requireTerms: false });

/** Sellers with published pages, each with an API key. */
async function createSubjects(url: string): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let index = 0; index < SELLERS; index++) {
    const seller = await createConnectedSeller({ url });
    await seller.call('create-subscription', { planId: 'pro' });
    const { slug, pageId } = await publishPage(seller, PAGE);
    const scopes = ['pages:read', 'orders:read'] as const;
    const { secret: key } = await seller.call('create-api-key', { name: 'Soak', scopes: [...scopes] });
    subjects.push({ ...seller, slug, pageId, key });
  }
  return subjects;
}

export async function createActions(url: string): Promise<ActionKind[]> {
  const subjects = await createSubjects(url);
  const picture = dataUrlOf('image/png', await pngOf(600, 400));
  const kind = (name: string, share: number, action: Action): ActionKind => ({
    name,
    share,
    run: (random) => {
      const client = {
        'x-forwarded-for': `198.51.100.${1 + Math.floor(random() * CLIENTS)}`,
        'user-agent': BROWSER,
      };
      const send: Send = async (path, options = {}, status = 200) => {
        const headers = { ...client, ...options.headers };
        const response = await sendRequest(url + path, { ...options, headers });
        if (response.status !== status)
          throw new Error(`${path.slice(0, 60)} answered ${response.status}: ${response.body.slice(0, 200)}`);
        return response.body;
      };
      const subject = subjects[Math.floor(random() * SELLERS)] ?? (subjects[0] as Subject);
      return action(send, subject, random);
    },
  });
  const call = (
    name: string,
    share: number,
    rpc: RpcName,
    createBody: (subject: Subject, random: () => number) => object = () => ({}),
  ): ActionKind =>
    kind(name, share, async (send, subject, random) => {
      const token = await getToken(url, subject);
      return send(`/functions/v1/${rpc}`, { token, body: createBody(subject, random) });
    });
  const changedPage = ({ pageId, slug }: Subject, random: () => number) => ({
    pageId,
    config: { ...PAGE, customSlug: slug, description: `Take ${random()}` },
  });
  return [
    kind('view a page', 420, (send, { slug }, random) => {
      const encodings = ['br', 'gzip, deflate', 'identity'];
      return send(`/c/${slug}`, { headers: { 'accept-encoding': encodings[Math.floor(random() * 3)] ?? '' } });
    }),
    kind('send a page view', 120, (send, { slug }) =>
      send(`/c/${slug}/seen`, { headers: { origin: url, 'content-type': 'text/plain' }, body: '{"v":1}' }, 204),
    ),
    kind('buy', 40, async (send, { slug }) => {
      const body = { slug, attempt: randomUUID() };
      const checkout = JSON.parse(await send('/functions/v1/create-checkout-session', { body })) as { url: string };
      const { pathname, search } = new URL(await payOnPage(checkout.url));
      await send(pathname + search);
    }),
    kind('sign in, refresh, sign out', 15, async (send, { email }) => {
      const signIn = { body: { email, password: PASSWORD } };
      const session = JSON.parse(await send('/auth/v1/token?grant_type=password', signIn)) as Seller['session'];
      const refresh = { body: { refresh_token: session.refresh_token } };
      const next = JSON.parse(await send('/auth/v1/token?grant_type=refresh_token', refresh)) as Seller['session'];
      await send('/auth/v1/logout?scope=local', { method: 'POST', token: next.access_token }, 204);
    }),
    call('save a draft', 80, 'save-draft', changedPage),
    call('publish', 10, 'save-checkout-page', (subject, random) => ({
      ...changedPage(subject, random),
      slug: subject.slug,
    })),
    call('list pages', 40, 'list-pages'),
    call('list orders', 50, 'list-orders'),
    call('export orders', 15, 'export-orders'),
    call('analytics', 20, 'get-analytics', () => ({ period: '30d' })),
    call('upload an image', 3, 'upload-image', () => ({ image: picture, use: 'product' })),
    kind('API: pages', 60, (send, { key }) => send('/api/v1/pages', { token: key })),
    kind('API: orders', 60, (send, { key }) => send('/api/v1/orders?limit=20', { token: key })),
    kind('the site', 17, (send) => send('/pricing')),
    // One action in twenty fails on the client's side and must not leave anything behind.
    kind('fault: no JSON', 10, (send) => {
      const headers = { 'content-type': 'application/json' };
      return send('/functions/v1/create-checkout-session', { headers, body: '{"slug":' }, 400);
    }),
    kind('fault: no such page', 10, (send, _, random) => send(`/c/missing-${Math.floor(random() * 1e6)}`, {}, 404)),
    kind('fault: forged event', 10, (send) => send('/webhooks/stripe/connect', { body: {} }, 400)),
    kind('fault: no session', 5, (send) => send('/functions/v1/list-orders', { body: {} }, 401)),
    kind('fault: closed during its body', 8, () => disconnectInBody(`${url}/functions/v1/save-draft`)),
    kind('fault: closed before the answer', 7, async (_, { key }, random) => {
      const signal = AbortSignal.timeout(1 + Math.floor(random() * 10));
      const init = { headers: { authorization: `Bearer ${key}` }, signal };
      await fetch(`${url}/api/v1/orders`, init).then(
        (response) => response.text().catch(() => null),
        () => null,
      );
    }),
  ];
}

/** Announces a kilobyte, sends a part of it and disconnects. */
const disconnectInBody = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': 1000 };
    const sent = request(url, { method: 'POST', headers });
    sent.on('error', () => undefined).on('close', () => resolve());
    sent.write('{"config":', () => sent.destroy());
  });
