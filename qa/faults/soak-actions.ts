// The actions of users and API clients, one at a time.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { BROWSER } from '#server/testing/page-view-beacons.ts';

import {
  createConnectedSeller,
  uniqueName,
  PASSWORD,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { getToken } from '../lib/rpc-calls.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

/** Returns what is wrong with the response; null if nothing is. */
type Action = (random: () => number) => Promise<string | null>;
export type ActionKind = { name: string; /** The relative frequency among all actions. */ share: number; run: Action };

type Subject = Seller & { slug: string; pageId: string; key: string };

const SELLERS = 6;
/** Clients behind a local proxy, each with a separate address. */
const CLIENTS = 200;
const TIMEOUT_MS = 30_000;

const PAGE = createPageConfig({ price: '1', enableCoupon: false, validCoupons: [], requireTerms: false });

/** Sellers with published pages, each with an API key and a few orders. */
async function openSubjects(url: string): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let n = 0; n < SELLERS; n++) {
    const seller = await createConnectedSeller({ url });
    await seller.call('create-subscription', { planId: 'pro' });
    const page = await publishPage(seller, { ...PAGE, customSlug: uniqueName('linocut') });
    const { secret } = await seller.call('create-api-key', {
      name: 'Soak',
      scopes: ['pages:read', 'orders:read'],
    });
    subjects.push({ ...seller, slug: page.slug, pageId: page.pageId, key: secret });
  }
  return subjects;
}

export async function createActions(url: string): Promise<ActionKind[]> {
  const subjects = await openSubjects(url);
  const picture = dataUrlOf('image/png', await pngOf(600, 400));
  const one = (random: () => number): Subject =>
    subjects[Math.floor(random() * subjects.length)] ?? (subjects[0] as Subject);
  const from = (random: () => number) => ({
    'x-forwarded-for': `198.51.100.${1 + Math.floor(random() * CLIENTS)}`,
    'user-agent': BROWSER,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const expect = async (answer: Response, ...statuses: number[]): Promise<string | null> => {
    const text = await answer.text();
    return statuses.includes(answer.status)
      ? null
      : `${new URL(answer.url).pathname.split('/').slice(0, 4).join('/')} answered ${answer.status}: ${text.slice(0, 200)}`;
  };
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const call =
    (name: string, body: (subject: Subject, random: () => number) => unknown): Action =>
    async (random) => {
      const subject = one(random);
      const headers = { ...from(random), authorization: `Bearer ${await getToken(url, subject)}` };
      return expect(await post(`/functions/v1/${name}`, body(subject, random), headers), 200);
    };
  const program =
    (path: (subject: Subject) => string): Action =>
    async (random) => {
      const subject = one(random);
      const headers = { ...from(random), authorization: `Bearer ${subject.key}` };
      return expect(await ask(`/api/v1${path(subject)}`, { headers }), 200);
    };

  const viewPage: Action = async (random) => {
    const tags = ['br', 'gzip, deflate', 'identity'];
    const headers = { ...from(random), 'accept-encoding': tags[Math.floor(random() * 3)] ?? '' };
    return expect(await ask(`/c/${one(random).slug}`, { headers }), 200);
  };
  const beacon: Action = async (random) =>
    expect(
      await ask(`/c/${one(random).slug}/seen`, {
        method: 'POST',
        headers: { ...from(random), origin: url, 'content-type': 'text/plain' },
        body: JSON.stringify({ v: 1 }),
      }),
      204,
    );
  const buy: Action = async (random) => {
    const headers = from(random);
    const { slug } = one(random);
    const pressed = await post('/functions/v1/create-checkout-session', { slug, attempt: randomUUID() }, headers);
    if (pressed.status !== 200) return expect(pressed, 200);
    const { url: toPay } = (await pressed.json()) as { url: string };
    const back = await payOnPage(toPay);
    return expect(await fetch(back, { headers, redirect: 'follow' }), 200);
  };
  const signIn: Action = async (random) => {
    const headers = from(random);
    const { email } = one(random);
    const entered = await post('/auth/v1/token?grant_type=password', { email, password: PASSWORD }, headers);
    if (entered.status !== 200) return expect(entered, 200);
    const session = (await entered.json()) as { access_token: string; refresh_token: string };
    const renewed = await post(
      '/auth/v1/token?grant_type=refresh_token',
      { refresh_token: session.refresh_token },
      headers,
    );
    if (renewed.status !== 200) return expect(renewed, 200);
    const { access_token: token } = (await renewed.json()) as { access_token: string };
    return expect(
      await ask('/auth/v1/logout?scope=local', {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
      }),
      204,
    );
  };
  return [
    { name: 'view a page', share: 420, run: viewPage },
    { name: 'send a beacon', share: 120, run: beacon },
    { name: 'buy', share: 40, run: buy },
    { name: 'sign in, refresh, sign out', share: 15, run: signIn },
    {
      name: 'save a draft',
      share: 80,
      run: call('save-draft', ({ pageId, slug }, random) => ({
        pageId,
        config: { ...PAGE, customSlug: slug, description: `Take ${random()}` },
      })),
    },
    {
      name: 'publish',
      share: 10,
      run: call('save-checkout-page', ({ pageId, slug }, random) => ({
        pageId,
        slug,
        config: { ...PAGE, customSlug: slug, description: `Take ${random()}` },
      })),
    },
    { name: 'list pages', share: 40, run: call('list-pages', () => ({})) },
    { name: 'list orders', share: 50, run: call('list-orders', () => ({})) },
    { name: 'export orders', share: 15, run: call('export-orders', () => ({})) },
    { name: 'analytics', share: 20, run: call('get-analytics', () => ({ period: '30d' })) },
    {
      name: 'upload an image',
      share: 3,
      run: call('upload-image', () => ({ image: picture, use: 'product' })),
    },
    { name: 'API: pages', share: 60, run: program(() => '/pages') },
    { name: 'API: orders', share: 60, run: program(() => '/orders?limit=20') },
    {
      name: 'the site',
      share: 17,
      run: async (random) => expect(await ask('/pricing', { headers: from(random) }), 200),
    },
    ...faults(url, { ask, post, expect, from, one }),
  ];
}

type Tools = {
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  post: (path: string, body: unknown, headers: Record<string, string>) => Promise<Response>;
  expect: (answer: Response, ...statuses: number[]) => Promise<string | null>;
  from: (random: () => number) => Record<string, string>;
  one: (random: () => number) => Subject;
};

/** One action in twenty fails on the client's side and must not leave anything behind. */
function faults(url: string, { ask, post, expect, from, one }: Tools): ActionKind[] {
  return [
    {
      name: 'fault: no JSON',
      share: 10,
      run: async (random) => expect(await post('/functions/v1/create-checkout-session', '{"slug":', from(random)), 400),
    },
    {
      name: 'fault: no such page',
      share: 10,
      run: async (random) =>
        expect(await ask(`/c/nobody-${Math.floor(random() * 1e6)}`, { headers: from(random) }), 404),
    },
    {
      name: 'fault: forged event',
      share: 10,
      run: async (random) => expect(await post('/webhooks/stripe/connect', '{}', from(random)), 400),
    },
    {
      name: 'fault: stranger',
      share: 5,
      run: async (random) => expect(await post('/functions/v1/list-orders', {}, from(random)), 401),
    },
    {
      name: 'fault: closed during its body',
      share: 8,
      run: (random) => cutOff(url, '/functions/v1/save-draft', from(random)),
    },
    {
      name: 'fault: closed before the answer',
      share: 7,
      run: async (random) => {
        const gone = AbortSignal.timeout(1 + Math.floor(random() * 10));
        const headers = { ...from(random), authorization: `Bearer ${one(random).key}` };
        await fetch(`${url}/api/v1/orders`, { headers, signal: gone })
          .then((answer) => answer.text())
          .catch(() => null);
        return null;
      },
    },
  ];
}

/** Announces a kilobyte, sends a part of it and disconnects. */
const cutOff = (url: string, path: string, headers: Record<string, string>): Promise<null> =>
  new Promise((resolve) => {
    const sent = request(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': 1000 },
    });
    sent.on('error', () => undefined).on('close', () => resolve(null));
    sent.write('{"config":', () => sent.destroy());
  });
