/** Measures how long it takes until a change at one process is visible at the other. */
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { uniqueName, createPageConfig } from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import { callRpcAt } from '../lib/rpc-calls.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceEnv } from './race-env.ts';

const MAX_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 10;
/** Text on a published page. */
const BUTTON = 'Take it home';

export type PropagationDelay = { what: string; ms: number };

/** The response for this host name. */
const fetchPage = (url: string, path: string, host = new URL(url).host) =>
  sendRequest(url + path, { headers: { host } });

type VisibilityCheck = () => Promise<boolean>;

/** Makes a change and polls until it is visible; returns milliseconds, ten thousand if it never is. */
async function measureDelay(
  what: string,
  act: () => Promise<unknown>,
  isVisible: VisibilityCheck,
): Promise<PropagationDelay> {
  await act();
  const begun = performance.now();
  while (performance.now() - begun < MAX_WAIT_MS && !(await isVisible()))
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  return { what, ms: Math.round(performance.now() - begun) };
}

const isOpen = async (url: string, slug: string): Promise<boolean> =>
  (await fetchPage(url, `/c/${slug}`)).body.includes(BUTTON);

/** Makes every kind of change to one page at the first process and checks it at the second. */
export async function measureDelays({ urls, db }: RaceEnv, { seller }: Racer): Promise<PropagationDelay[]> {
  const [here, there] = urls;
  const [slug, moved, host] = [uniqueName('news'), uniqueName('moved'), `${uniqueName('shop')}.localhost`];
  const delays: PropagationDelay[] = [];
  const recordDelay = async (...args: Parameters<typeof measureDelay>) => void delays.push(await measureDelay(...args));
  let [pageId, domainId] = ['', ''];

  const publish = async (at: string, change: Partial<CheckoutPageConfig> = {}) => {
    const config = createPageConfig({ requireTerms: false, buttonText: BUTTON, customSlug: at, ...change });
    const page = pageId === '' ? {} : { pageId };
    ({ pageId } = (await callRpcAt(here, seller, 'save-checkout-page', { config, slug: at, ...page })).body);
  };
  const shows = (text: string) => async () => (await fetchPage(there, `/c/${slug}`)).body.includes(text);
  const answers = (status: number, path: string, name?: string) => async () =>
    (await fetchPage(there, path, name)).status === status;
  const opened = () => isOpen(there, moved);
  const closed = async () => !(await opened());
  const write = async (change: string) =>
    void (await db.query(`${change} where seller_id = (select id from sellers where user_id = $1)`, [
      seller.session.user.id,
    ]));

  await answers(404, `/c/${slug}`)();
  await recordDelay('published', () => publish(slug, { productName: 'First words' }), shows('First words'));
  await recordDelay('changed', () => publish(slug, { productName: 'Other words' }), shows('Other words'));
  await recordDelay('page moved to another address', () => publish(moved), answers(301, `/c/${slug}`));
  await opened();
  await recordDelay('page unpublished', () => callRpcAt(here, seller, 'unpublish-page', { pageId }), closed);
  const onePiece = { availability: { ...createAddedFields().availability, stock: 1 } };
  await recordDelay('page published', () => publish(moved, onePiece), opened);
  const buy = async () => {
    const order = { slug: moved, attempt: crypto.randomUUID() };
    await payOnPage((await callRpcAt(here, seller, 'create-checkout-session', order)).body.url);
  };
  await buy();
  await waitUntil('last unit sold', async () => {
    const { body } = await callRpcAt(here, seller, 'get-page-counts', { pageId });
    return body.sold === 1;
  });
  await recordDelay('sold out', async () => undefined, closed);
  await publish(moved);
  await answers(421, '/', host)();
  await recordDelay(
    'domain verified',
    async () => {
      domainId = (await callRpcAt(here, seller, 'add-domain', { host, pageId })).body.domain.id;
    },
    answers(200, '/', host),
  );
  await recordDelay(
    'domain removed',
    () => callRpcAt(here, seller, 'remove-domain', { domainId }),
    answers(421, '/', host),
  );
  const allowed = (may: boolean) => () => write(`update stripe_accounts set charges_enabled = ${may}`);
  await recordDelay('account restricted', allowed(false), closed);
  await recordDelay('account allowed', allowed(true), opened);
  await recordDelay('plan ended', () => write(`update plan_subscriptions set access_until = 'epoch'`), closed);
  await recordDelay(
    'plan resumed',
    () => write(`update plan_subscriptions set access_announced = true, access_until = current_period_end`),
    opened,
  );
  await recordDelay('deleted', () => callRpcAt(here, seller, 'delete-page', { pageId }), answers(404, `/c/${moved}`));
  return delays;
}

/** Reports changes that became visible too late; prints the maximum delay of each kind. */
export function findLateDelays(all: readonly PropagationDelay[], withinMs: number): Fault[] {
  const kinds = Map.groupBy(all, ({ what }) => what);
  return [...kinds].flatMap(([what, delays]) => {
    const times = delays.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const worst = times.at(-1) ?? 0;
    console.log(`    ${what.padEnd(28)}${times[times.length >> 1]} ms, at most ${worst} ms`);
    return listFaults('news', what, { [`it is visible within ${withinMs} ms`]: worst <= withinMs });
  });
}
