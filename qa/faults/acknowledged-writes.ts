/** Somebody who writes, remembers what was acknowledged, and asks for all of it after the shop was killed. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import {
  createConnectedSeller,
  uniqueEmail,
  PASSWORD,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { runOperatorCommand } from './run-operator-command.ts';
import { requestStripe, payOnPage, type StripeList } from '../lib/sandbox-stripe.ts';
import type { TestEnv } from '../lib/test-env.ts';

/** What the shop said yes to so far. */
export type Acknowledged = Record<
  'publications' | 'pages' | 'drafts' | 'accounts' | 'presses' | 'payments' | 'events',
  number
>;

export type Writer = {
  acknowledged: Acknowledged;
  /** Writes on all roads at once until `isOver`; `begun`: the first word was acknowledged; `ended`: the last of each was said or lost. */
  write: (isOver: () => boolean) => { started: Promise<void>; ended: Promise<void> };
  /** What was acknowledged and is not there, and what is there by half; in sentences. */
  faults: () => Promise<string[]>;
  /** Paid sessions, of each of which there must be an order in the end, and how many orders there are. */
  countOrders: () => Promise<{ paid: number; orders: number }>;
};

/** A page whose every text tells the same number, so that a half of it would show. */
const numbered = (number: number): CheckoutPageConfig =>
  createPageConfig({
    productName: `Number ${number} name`,
    description: `Number ${number} description`,
    features: [`Number ${number} first part`, `Number ${number} last part`],
    requireTerms: false,
  });
const NUMBERED = /Number (\d+) (?:name|description|first part|last part)/g;

/** The one number that a text tells; null where it tells none, or several. */
function numberIn(text: string): number | null {
  const numbers = new Set([...text.matchAll(NUMBERED)].map(([, number]) => Number(number)));
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined ? only : null;
}

type Press = { attempt: string; url: string; paid: boolean };

export async function createWriter(testEnv: TestEnv): Promise<Writer> {
  const { appProcess, sandboxUrl } = testEnv;
  const seller = await createConnectedSeller(appProcess);
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const page = await publishPage(seller, numbered(0));
  const draft = await publishPage(seller, numbered(0));
  /** It stays as it is, and so does what a press of pay leads to. */
  const sold = await publishPage(seller, numbered(0));
  let { revision } = await seller.call('get-page', { pageId: draft.pageId });
  const acknowledged: Acknowledged = {
    publications: 0,
    pages: 0,
    drafts: 0,
    accounts: 0,
    presses: 0,
    payments: 0,
    events: 0,
  };
  /** Of this life of the shop: what was sent, and what was answered. */
  let version = { sent: 0, acknowledged: 0 };
  let [slugs, accounts, presses]: [[string, number][], string[], Press[]] = [[], [], []];
  const toldEvents = new Set<string>();

  const writeLoops: readonly (() => Promise<void>)[] = [
    async () => {
      version.sent += 1;
      const { sent } = version;
      await publishPage(seller, { ...numbered(sent), customSlug: page.slug }, { pageId: page.pageId });
      version.acknowledged = sent;
      acknowledged.publications += 1;
    },
    async () => {
      const number = acknowledged.pages + 1;
      const { slug } = await publishPage(seller, numbered(number));
      slugs.push([slug, number]);
      acknowledged.pages += 1;
    },
    async () => {
      // The text tells the revision that it is to become.
      const config = numbered(revision + 1);
      ({ revision } = await seller.call('save-draft', {
        pageId: draft.pageId,
        config,
        baseRevision: revision,
      }));
      acknowledged.drafts += 1;
    },
    async () => {
      const email = uniqueEmail('acknowledged');
      const signedUp = await post(`${appProcess.url}/auth/v1/signup`, { email, password: PASSWORD });
      if (!signedUp.ok) throw new Error(`Signing up answered ${signedUp.status}`);
      accounts.push(email);
      acknowledged.accounts += 1;
    },
    async () => {
      const press: Press = { attempt: crypto.randomUUID(), url: '', paid: false };
      press.url = await pay(seller, sold.slug, press.attempt);
      presses.push(press);
      acknowledged.presses += 1;
      // One buyer in four only looks at the provider's page.
      if (acknowledged.presses % 4 === 0) return;
      await payOnPage(press.url);
      press.paid = true;
      acknowledged.payments += 1;
    },
  ];

  function write(isOver: () => boolean): { started: Promise<void>; ended: Promise<void> } {
    const started = Promise.withResolvers<void>();
    const along = async (go: () => Promise<void>) => {
      try {
        while (!isOver()) {
          await go();
          started.resolve();
        }
      } catch (error) {
        // The shop was killed meanwhile: nobody knows what became of this one.
        if (!isOver()) started.reject(error);
      }
    };
    const ended = Promise.all(writeLoops.map(along)).then(() => undefined);
    return { started: started.promise, ended };
  }

  async function pagesAsTold(): Promise<string[]> {
    const found: string[] = [];
    const shown = await shownNumber(appProcess.url, page.slug);
    const kept = await seller.call('get-page', { pageId: page.pageId });
    const stored = numberIn(JSON.stringify(kept.published));
    if (shown === null || stored === null) found.push(`page ${page.slug} is there by half`);
    else if (shown !== stored) found.push(`page ${page.slug} shows ${shown} where ${stored} is published`);
    else if (stored < version.acknowledged || stored > version.sent)
      found.push(`page ${page.slug} shows ${stored}, ${version.acknowledged} to ${version.sent} were told`);
    for (const [slug, number] of slugs)
      if ((await shownNumber(appProcess.url, slug)) !== number) found.push(`page ${slug} is not there as told`);
    return found;
  }

  async function draftAsTold(): Promise<string[]> {
    const kept = await seller.call('get-page', { pageId: draft.pageId });
    const told = revision;
    ({ revision } = kept);
    // The publication that made it was its first; from then on each text tells its revision.
    const isWhole = acknowledged.drafts === 0 || numberIn(JSON.stringify(kept.config)) === kept.revision;
    if (!isWhole) return [`the draft of revision ${kept.revision} is there by half`];
    return told <= kept.revision && kept.revision <= told + 1
      ? []
      : [`the draft is at ${kept.revision}, ${told} was told`];
  }

  async function pressesAsTold(): Promise<string[]> {
    const found: string[] = [];
    for (const { attempt, url, paid } of presses) {
      if (paid) continue;
      const again = await pay(seller, sold.slug, attempt);
      if (again !== url) found.push(`attempt ${attempt} is at ${again} and was told to be at ${url}`);
    }
    return found;
  }

  /** Whatever the shop acknowledged to the provider stands in its inbox. */
  async function eventsAsTold(): Promise<string[]> {
    const told = await requestStripe<StripeList>(
      sandboxUrl,
      'events?delivery_success=true&limit=60',
      undefined,
      account ?? '',
    );
    const news = told.data.filter(({ id }) => !toldEvents.has(id));
    const inbox = await runOperatorCommand(testEnv, appProcess, 'events', ['list']);
    for (const { id } of news) toldEvents.add(id);
    acknowledged.events += news.length;
    return news.filter(({ id }) => !inbox.text.includes(id)).map(({ id }) => `event ${id} is lost`);
  }

  async function faults(): Promise<string[]> {
    const found = await signedIn(appProcess.url, [...accounts, seller.email], seller);
    for (const look of [pagesAsTold, draftAsTold, pressesAsTold, eventsAsTold]) found.push(...(await look()));
    [slugs, accounts, presses] = [[], [], []];
    return found;
  }

  async function countOrders(): Promise<{ paid: number; orders: number }> {
    const { last } = await seller.call('list-orders', {});
    return { paid: acknowledged.payments, orders: last };
  }

  return { acknowledged, write, faults, countOrders };
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Presses pay; gives where the buyer is sent. */
const pay = async (seller: Seller, slug: string, attempt: string): Promise<string> =>
  (await seller.call('create-checkout-session', { slug, attempt })).url;

/** What a page that buyers see tells; null where it is not there, or there by half. */
async function shownNumber(url: string, slug: string): Promise<number | null> {
  const answer = await fetch(`${url}/c/${slug}`);
  return answer.ok ? numberIn(await answer.text()) : null;
}

/** Everybody signs in; the seller goes on with the new session. */
async function signedIn(url: string, emails: readonly string[], { email: own, session }: Seller) {
  const found: string[] = [];
  for (const email of emails) {
    const answer = await post(`${url}/auth/v1/token?grant_type=password`, { email, password: PASSWORD });
    if (!answer.ok) found.push(`${email} cannot sign in: ${answer.status}`);
    else if (email === own) Object.assign(session, await answer.json());
    else await answer.body?.cancel();
  }
  return found;
}
