/** A client that writes, records what was acknowledged, and checks all of it after the app was killed. */
import { sql } from 'drizzle-orm';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import type { Db } from '#server/db/client.ts';

import { publishKeysAndFile, uploadFile } from '../../e2e/support/deliverables.ts';
import {
  createConnectedSeller,
  createPageConfig,
  createSeller,
  PASSWORD,
  publishPage,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import { ALL, createStripeClient, payOnPage } from '../lib/sandbox-stripe.ts';
import type { TestEnv } from '../lib/test-env.ts';

export type Writer = {
  /** The number of acknowledged writes so far. */
  acknowledged: Readonly<Record<string, number>> & { payments: number };
  /**
   * Writes through all endpoints concurrently until `isOver`. `begun`: the first write was acknowledged; `ended`:
   * the last write of each kind was acknowledged or lost.
   */
  write: (isOver: () => boolean) => { started: Promise<void>; ended: Promise<void> };
  /** Lists acknowledged writes that are missing and writes that are stored partially, as sentences. */
  faults: () => Promise<string[]>;
  listLostEvents: (db: Db) => Promise<string[]>;
};

/** A page with the same number in every text, so that a partial write is visible. */
const numbered = (number: number): CheckoutPageConfig =>
  createPageConfig({
    productName: `Number ${number} name`,
    description: `Number ${number} description`,
    features: [`Number ${number} first part`, `Number ${number} last part`],
    requireTerms: false,
  });
const NUMBERED = /Number (\d+) (?:name|description|first part|last part)/g;

/** The single number that a text contains; null if there is none or more than one. */
function numberIn(text: string): number | null {
  const numbers = new Set([...text.matchAll(NUMBERED)].map(([, number]) => Number(number)));
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined ? only : null;
}

const PLAN = {
  id: 'plan',
  name: 'Two payments',
  price: '22',
  paymentType: 'payment-plan',
  billingFrequency: 'weekly',
  paymentTerms: { ...createPaymentTerms(), installments: 2 },
} as const;
const EXTRA = createBump('extra', '5');

/** `plan`: the id of the chosen price. */
type CheckoutRequest = { attempt: string; plan: string; url: string; paid: boolean };

const DELIVERED = ['keys', 'file'] as const;

/** Lists paid orders without access to everything that was sold, or without its license key, and access without a payment. */
export async function listWronglyDelivered(db: Db): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.id, o.paid_at is not null as paid, (select count(*)::int from entitlements e
      where e.attempt_id = o.attempt_id and e.state = 'active') as active,
      (select count(*)::int from entitlements e join licenses l on l.entitlement_id = e.id
        where e.attempt_id = o.attempt_id and l.state = 'active') as keys
    from orders o`)) as { rows: { id: string; paid: boolean; active: number; keys: number }[] };
  const { rows: strays } = (await db.execute(sql`
    select e.id from entitlements e where not exists (select from orders o where o.attempt_id = e.attempt_id)`)) as {
    rows: { id: string }[];
  };
  const isRight = ({ paid, active, keys }: (typeof rows)[number]): boolean =>
    active === (paid ? DELIVERED.length : 0) && keys === (paid ? 1 : 0);
  return [
    ...rows
      .filter((row) => !isRight(row))
      .map(({ id, active, keys }) => `order ${id} gives access to ${active} things with ${keys} license keys`),
    ...strays.map(({ id }) => `entitlement ${id} has no order`),
  ];
}

/** `buyers`: how many check out at the same time. */
export async function createWriter(testEnv: TestEnv, buyers: number): Promise<Writer> {
  const { appProcess, sandboxUrl } = testEnv;
  const seller = await createConnectedSeller(appProcess);
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const page = await publishPage(seller, numbered(0));
  const draft = await publishPage(seller, numbered(0));
  /** The attempt and the payment URL of its checkout request stay the same. Every order delivers a license key and a file. */
  const sold = await publishKeysAndFile(appProcess, seller, {
    ...numbered(0),
    priceOptions: { baseName: 'At once', others: [PLAN] },
    ...withBumps(EXTRA),
  });
  const fileId = sold.deliverableIds[1] ?? '';
  let { revision } = await seller.call('get-page', { pageId: draft.pageId });
  const acknowledged = {
    publications: 0,
    pages: 0,
    drafts: 0,
    accounts: 0,
    files: 0,
    checkouts: 0,
    payments: 0,
    events: 0,
  };
  /** Per run of the app: what was sent and what was acknowledged. */
  let version = { sent: 0, acknowledged: 0 };
  const file = { sent: 0, acknowledged: 0 };
  let [slugs, accounts, checkoutRequests]: [[string, number][], string[], CheckoutRequest[]] = [[], [], []];
  let buyerCount = 0;

  async function checkOut(): Promise<void> {
    // The first buyer of each run of the app takes the plan, because the job that lets it end calls Stripe at a low rate.
    buyerCount += 1;
    const plan = buyerCount === 1 ? PLAN.id : BASE_OPTION;
    const checkoutRequest: CheckoutRequest = { attempt: crypto.randomUUID(), plan, url: '', paid: false };
    checkoutRequest.url = await pay(seller, sold.slug, checkoutRequest);
    checkoutRequests.push(checkoutRequest);
    acknowledged.checkouts += 1;
    // One buyer in four only opens the payment page.
    if (acknowledged.checkouts % 4 === 0) return;
    await payOnPage(checkoutRequest.url);
    checkoutRequest.paid = true;
    acknowledged.payments += 1;
  }

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
      // The text contains the revision that the write creates.
      const config = numbered(revision + 1);
      ({ revision } = await seller.call('save-draft', {
        pageId: draft.pageId,
        config,
        baseRevision: revision,
      }));
      acknowledged.drafts += 1;
    },
    async () => {
      accounts.push((await createSeller(appProcess)).email);
      acknowledged.accounts += 1;
    },
    async () => {
      // A new version of the file that every order delivers.
      file.sent += 1;
      const { sent } = file;
      const bytes = new TextEncoder().encode(`Number ${sent} first part, Number ${sent} last part`);
      await uploadFile(appProcess, seller, {
        pageId: sold.pageId,
        deliverableId: fileId,
        fileName: 'guide.txt',
        bytes,
      });
      file.acknowledged = sent;
      acknowledged.files += 1;
    },
    ...Array.from({ length: buyers }, () => checkOut),
  ];

  function write(isOver: () => boolean): { started: Promise<void>; ended: Promise<void> } {
    const started = Promise.withResolvers<void>();
    const loop = async (writeOnce: () => Promise<void>) => {
      try {
        while (!isOver()) {
          await writeOnce();
          started.resolve();
        }
      } catch (error) {
        // The app was killed meanwhile: the outcome of this write is unknown.
        if (!isOver()) started.reject(error);
      }
    };
    const ended = Promise.all(writeLoops.map(loop)).then(() => undefined);
    return { started: started.promise, ended };
  }

  async function checkPages(): Promise<string[]> {
    const found: string[] = [];
    const shown = await shownNumber(appProcess.url, page.slug);
    const storedPage = await seller.call('get-page', { pageId: page.pageId });
    const stored = numberIn(JSON.stringify(storedPage.published));
    if (shown === null || stored === null) found.push(`page ${page.slug} is stored partially`);
    else if (shown !== stored) found.push(`page ${page.slug} shows ${shown} although ${stored} is published`);
    else if (stored < version.acknowledged || stored > version.sent)
      found.push(`page ${page.slug} shows ${stored}, but ${version.acknowledged} to ${version.sent} were acknowledged`);
    for (const [slug, number] of slugs)
      if ((await shownNumber(appProcess.url, slug)) !== number)
        found.push(`page ${slug} does not exist as acknowledged`);
    return found;
  }

  async function checkDraft(): Promise<string[]> {
    const storedPage = await seller.call('get-page', { pageId: draft.pageId });
    const previous = revision;
    ({ revision } = storedPage);
    // The page's first publication created it; later texts contain its revision.
    const isWhole = acknowledged.drafts === 0 || numberIn(JSON.stringify(storedPage.config)) === storedPage.revision;
    if (!isWhole) return [`the draft of revision ${storedPage.revision} is stored partially`];
    return previous <= storedPage.revision && storedPage.revision <= previous + 1
      ? []
      : [`the draft is at ${storedPage.revision}, but ${previous} was acknowledged`];
  }

  async function checkFile(): Promise<string[]> {
    if (file.acknowledged === 0) return [];
    const { url } = await seller.call('create-file-link', { deliverableId: fileId });
    const stored = numberIn(await (await fetch(url)).text());
    return stored !== null && file.acknowledged <= stored && stored <= file.sent
      ? []
      : [`the file is version ${stored}, but ${file.acknowledged} to ${file.sent} were acknowledged`];
  }

  async function checkCheckoutRequests(): Promise<string[]> {
    const found: string[] = [];
    for (const checkoutRequest of checkoutRequests) {
      const { attempt, url, paid } = checkoutRequest;
      if (paid) continue;
      const again = await pay(seller, sold.slug, checkoutRequest);
      if (again !== url) found.push(`attempt ${attempt} is at ${again}, but its acknowledged URL is ${url}`);
    }
    return found;
  }

  /** Every event that the app acknowledged to Stripe is in its inbox, which `faults` does not read. */
  async function listLostEvents(db: Db): Promise<string[]> {
    const delivered = await createStripeClient(sandboxUrl)
      .events.list({ delivery_success: true, limit: 100 }, { stripeAccount: account ?? '' })
      .autoPagingToArray(ALL);
    const { rows } = (await db.execute('select id from stripe_events')) as { rows: { id: string }[] };
    const inbox = new Set(rows.map(({ id }) => id));
    acknowledged.events = delivered.length;
    return delivered.filter(({ id }) => !inbox.has(id)).map(({ id }) => `event ${id} is lost`);
  }

  async function faults(): Promise<string[]> {
    const found = await signedIn(appProcess.url, [...accounts, seller.email], seller);
    for (const runCheck of [checkPages, checkDraft, checkFile, checkCheckoutRequests])
      found.push(...(await runCheck()));
    [slugs, accounts, checkoutRequests] = [[], [], []];
    buyerCount = 0;
    return found;
  }

  return { acknowledged, write, faults, listLostEvents };
}

/** Sends a checkout request; returns the URL to which the buyer is redirected. */
const pay = async (seller: Seller, slug: string, { attempt, plan }: CheckoutRequest): Promise<string> =>
  (await seller.call('create-checkout-session', { slug, attempt, plan, bumps: [EXTRA.id] })).url;

/** The number that the public page contains; null if the page is missing or partial. */
async function shownNumber(url: string, slug: string): Promise<number | null> {
  const answer = await fetch(`${url}/c/${slug}`);
  return answer.ok ? numberIn(await answer.text()) : null;
}

/** Signs everyone in again; the seller continues with the new session. */
async function signedIn(url: string, emails: readonly string[], { email: own, session }: Seller) {
  const found: string[] = [];
  for (const email of emails) {
    const { status, body } = await sendRequest(`${url}/auth/v1/token?grant_type=password`, {
      body: { email, password: PASSWORD },
    });
    if (status !== 200) found.push(`${email} cannot sign in: ${status}`);
    else if (email === own) Object.assign(session, JSON.parse(body));
  }
  return found;
}
