import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import {
  createConnectedSeller,
  uniqueName,
  createSeller,
  PASSWORD,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest, type RequestOptions, type RequestResult } from './run-at-rate.ts';

const KINDS = ['publish', 'save-draft', 'create-checkout-session', 'sign-in'] as const;
export type Kind = (typeof KINDS)[number];

/** One write, until it was acknowledged or given up; `proof` asks the database whether it is there. */
export type Write = {
  kind: Kind;
  answers: RequestResult[];
  /** From the moment at which it was due until it was acknowledged; null: it never was. */
  ms: number | null;
  proof: { sql: string; value: string } | null;
};

/** `visitor` signs in again and again, which ends the oldest of their own sessions and not the seller's. */
type Page = { seller: Seller; visitor: Seller; pageId: string; slug: string };

const WRITE_TIMEOUT_MS = 30_000;
const PAGE = createPageConfig({ requireTerms: false, termsUrl: '', privacyUrl: '' });

/** Sellers with a page each, who write. */
export async function createPages(url: string, sellers: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let index = 0; index < sellers; index += 1) {
    const seller = await createConnectedSeller({ url });
    const { pageId, slug } = await publishPage(seller, { ...PAGE, customSlug: uniqueName('steady') });
    pages.push({ seller, visitor: await createSeller({ url }), pageId, slug });
  }
  return pages;
}

/** What is sent, the same at each try, and what stands in the database once it is acknowledged. */
function writeOf(
  url: string,
  page: Page,
  index: number,
): { kind: Kind; ask: RequestOptions; proofOf: (body: string) => Write['proof'] } {
  const { seller, visitor, pageId, slug } = page;
  const mark = `Mark ${index} ${randomUUID()}`;
  const kind = KINDS[index % KINDS.length] ?? 'publish';
  const json = { 'Content-Type': 'application/json' };
  const asSeller = { ...json, Authorization: `Bearer ${seller.session.access_token}` };
  const post = (path: string, body: unknown, headers: Record<string, string> = json): RequestOptions => ({
    url: url + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const config = { ...PAGE, customSlug: slug, description: mark };
  if (kind === 'publish')
    return {
      kind,
      ask: post('/functions/v1/save-checkout-page', { config, slug, pageId }, asSeller),
      proofOf: () => ({ sql: `select 1 from page_versions where config->>'description' = $1`, value: mark }),
    };
  if (kind === 'save-draft')
    return {
      kind,
      ask: post('/functions/v1/save-draft', { config: { ...config, customSlug: '' } }, asSeller),
      proofOf: () => ({ sql: `select 1 from drafts where config->>'description' = $1`, value: mark }),
    };
  if (kind === 'create-checkout-session') {
    const attempt = randomUUID();
    return {
      kind,
      ask: post('/functions/v1/create-checkout-session', { slug, appliedCoupon: null, attempt }),
      proofOf: () => ({ sql: 'select 1 from attempts where token::text = $1', value: attempt }),
    };
  }
  return {
    kind,
    ask: post('/auth/v1/token?grant_type=password', { email: visitor.email, password: PASSWORD }),
    proofOf: (body) => ({ sql: 'select 1 from sessions where id::text = $1', value: sessionIn(body) }),
  };
}

/** The session that an access token names. */
function sessionIn(body: string): string {
  const { access_token: token } = JSON.parse(body) as { access_token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  return claims.session_id;
}

/** Tries again as often as it is told to come back, as clients do. */
export async function write(url: string, pages: readonly Page[], index: number, due: number): Promise<Write> {
  const page = pages[Math.floor(index / KINDS.length) % pages.length];
  if (!page) throw new Error('Nobody writes');
  const { kind, ask: asked, proofOf } = writeOf(url, page, index);
  const answers: RequestResult[] = [];
  for (let at = due; performance.now() - due < WRITE_TIMEOUT_MS; at = performance.now()) {
    const went = await sendRequest(asked, at);
    answers.push(went);
    if (went.status === 200) return { kind, answers, ms: performance.now() - due, proof: proofOf(went.body) };
    const retryAfter = Number(went.headers['retry-after'] ?? 'NaN');
    if (went.status !== 0 && Number.isNaN(retryAfter)) break;
    await wait(Number.isNaN(retryAfter) ? 1000 : retryAfter * 1000);
  }
  return { kind, answers, ms: null, proof: null };
}

/** Writes that were acknowledged and are not there. */
export async function listLostWrites(databaseUrl: string, writes: readonly Write[]): Promise<Write[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const lost: Write[] = [];
    for (const one of writes) {
      if (!one.proof) continue;
      const { rows } = await client.query(one.proof.sql, [one.proof.value]);
      if (rows.length === 0) lost.push(one);
    }
    return lost;
  } finally {
    await client.end();
  }
}
