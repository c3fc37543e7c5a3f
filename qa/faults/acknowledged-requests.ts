import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { decodeJwt } from 'jose';

import {
  createConnectedSeller,
  uniqueName,
  createSeller,
  PASSWORD,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest, type RequestOptions, type RequestResult } from '../lib/load.ts';
import { openClient } from '../lib/postgres.ts';

const KINDS = ['publish', 'save-draft', 'create-checkout-session', 'sign-in'] as const;
export type Kind = (typeof KINDS)[number];

/** One write until it is acknowledged or abandoned; `proof` is the database row that must exist afterwards. */
export type Write = {
  kind: Kind;
  answers: RequestResult[];
  /** Time from the due time to the acknowledgement; null if it was never acknowledged. */
  ms: number | null;
  proof: { sql: string; value: string } | null;
};

/** `visitor` signs in repeatedly, which ends the oldest of the visitor's own sessions and not the seller's. */
type Page = { seller: Seller; visitor: Seller; pageId: string; slug: string };

const WRITE_TIMEOUT_MS = 30_000;
const PAGE = createPageConfig({ requireTerms: false, termsUrl: '', privacyUrl: '' });

/** Sellers who write, each with a page. */
export async function createPages(url: string, sellers: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let index = 0; index < sellers; index += 1) {
    const seller = await createConnectedSeller({ url });
    const { pageId, slug } = await publishPage(seller, { ...PAGE, customSlug: uniqueName('steady') });
    pages.push({ seller, visitor: await createSeller({ url }), pageId, slug });
  }
  return pages;
}

/** The request, which is the same on each retry, and the row that exists once it is acknowledged. */
type WriteRequest = { kind: Kind; path: string; options: RequestOptions; proofOf: (body: string) => Write['proof'] };

function createWriteRequest({ seller, visitor, pageId, slug }: Page, index: number): WriteRequest {
  const mark = `Mark ${index} ${randomUUID()}`;
  const kind = KINDS[index % KINDS.length] ?? 'publish';
  const token = seller.session.access_token;
  const config = { ...PAGE, customSlug: slug, description: mark };
  const attempt = randomUUID();
  const proof = (sql: string, value: string) => ({ sql, value });
  const requests: Record<Kind, Omit<WriteRequest, 'kind'>> = {
    publish: {
      path: '/functions/v1/save-checkout-page',
      options: { token, body: { config, slug, pageId } },
      proofOf: () => proof(`select from page_versions where config->>'description' = $1`, mark),
    },
    'save-draft': {
      path: '/functions/v1/save-draft',
      options: { token, body: { config: { ...config, customSlug: '' } } },
      proofOf: () => proof(`select from drafts where config->>'description' = $1`, mark),
    },
    'create-checkout-session': {
      path: '/functions/v1/create-checkout-session',
      options: { body: { slug, appliedCoupon: null, attempt } },
      proofOf: () => proof('select from checkout_attempts where token::text = $1', attempt),
    },
    'sign-in': {
      path: '/auth/v1/token?grant_type=password',
      options: { body: { email: visitor.email, password: PASSWORD } },
      proofOf: (body) => proof('select from sessions where id::text = $1', sessionIn(body)),
    },
  };
  return { kind, ...requests[kind] };
}

/** The session id of an access token. */
const sessionIn = (body: string): string =>
  decodeJwt<{ session_id: string }>((JSON.parse(body) as { access_token: string }).access_token).session_id;

/** Retries after Retry-After, as clients do. */
export async function write(url: string, pages: readonly Page[], index: number, due: number): Promise<Write> {
  const page = pages[Math.floor(index / KINDS.length) % pages.length];
  if (!page) throw new Error('There are no sellers');
  const { kind, path, options, proofOf } = createWriteRequest(page, index);
  const answers: RequestResult[] = [];
  for (let at = due; performance.now() - due < WRITE_TIMEOUT_MS; at = performance.now()) {
    const went = await sendRequest(url + path, options, at);
    answers.push(went);
    if (went.status === 200) return { kind, answers, ms: performance.now() - due, proof: proofOf(went.body) };
    const retryAfter = Number(went.headers['retry-after'] ?? 'NaN');
    if (went.status !== 0 && Number.isNaN(retryAfter)) break;
    await wait(Number.isNaN(retryAfter) ? 1000 : retryAfter * 1000);
  }
  return { kind, answers, ms: null, proof: null };
}

/** Lists acknowledged writes that are missing in the database. */
export async function listLostWrites(databaseUrl: string, writes: readonly Write[]): Promise<Write[]> {
  await using client = await openClient(databaseUrl);
  const lost: Write[] = [];
  for (const one of writes) {
    if (!one.proof) continue;
    const { rowCount } = await client.query(one.proof.sql, [one.proof.value]);
    if (rowCount === 0) lost.push(one);
  }
  return lost;
}
