import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

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
import { withClient } from '../lib/postgres.ts';

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
  switch (kind) {
    case 'publish':
      return {
        kind,
        path: '/functions/v1/save-checkout-page',
        options: { token, body: { config, slug, pageId } },
        proofOf: () => ({ sql: `select 1 from page_versions where config->>'description' = $1`, value: mark }),
      };
    case 'save-draft':
      return {
        kind,
        path: '/functions/v1/save-draft',
        options: { token, body: { config: { ...config, customSlug: '' } } },
        proofOf: () => ({ sql: `select 1 from drafts where config->>'description' = $1`, value: mark }),
      };
    case 'create-checkout-session': {
      const attempt = randomUUID();
      return {
        kind,
        path: '/functions/v1/create-checkout-session',
        options: { body: { slug, appliedCoupon: null, attempt } },
        proofOf: () => ({ sql: 'select 1 from checkout_attempts where token::text = $1', value: attempt }),
      };
    }
    case 'sign-in':
      return {
        kind,
        path: '/auth/v1/token?grant_type=password',
        options: { body: { email: visitor.email, password: PASSWORD } },
        proofOf: (body) => ({ sql: 'select 1 from sessions where id::text = $1', value: sessionIn(body) }),
      };
  }
}

/** The session id of an access token. */
function sessionIn(body: string): string {
  const { access_token: token } = JSON.parse(body) as { access_token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  return claims.session_id;
}

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
  return withClient(databaseUrl, async (client) => {
    const lost: Write[] = [];
    for (const one of writes) {
      if (!one.proof) continue;
      const { rowCount } = await client.query(one.proof.sql, [one.proof.value]);
      if (rowCount === 0) lost.push(one);
    }
    return lost;
  });
}
