// The mock Stripe of qa/bench/webhook-throughput.ts. It answers from memory, so that it is never the bottleneck.
// Arguments: a file of objects, one JSON per line, and the offset of its clock in ms.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

type ProviderObject = {
  account: string;
  kind: string;
  id: string;
  plain: string;
  single: string;
  listed: string;
};

const [file = '', aheadMs = '0'] = process.argv.slice(2);
const KINDS: Record<string, string> = {
  'checkout/sessions': 'session',
  charges: 'charge',
  invoices: 'invoice',
  subscriptions: 'subscription',
  refunds: 'refund',
  disputes: 'dispute',
  invoice_payments: 'invoice_payment',
};

type Answer = { plain: Buffer; single: Buffer };
const answers = new Map<string, Answer>();
/** Objects by account and type, newest first. */
const lists = new Map<string, { ids: string[]; listed: string[] }>();
/** The objects that belong to each charge or payment. */
const belonging = new Map<string, string[]>();

for (const line of readFileSync(file, 'utf8').split('\n')) {
  if (line === '') continue;
  const { account, kind, id, plain, single, listed } = JSON.parse(line) as ProviderObject;
  answers.set(`${account} ${kind} ${id}`, { plain: Buffer.from(plain), single: Buffer.from(single) });
  const list = lists.get(`${account} ${kind}`) ?? { ids: [], listed: [] };
  list.ids.push(id);
  list.listed.push(listed);
  lists.set(`${account} ${kind}`, list);
  const { charge, payment } = JSON.parse(plain) as {
    charge?: string;
    payment?: { payment_intent?: string };
  };
  for (const owner of [charge, payment?.payment_intent])
    if (owner) belonging.set(`${kind} ${owner}`, [...(belonging.get(`${kind} ${owner}`) ?? []), listed]);
}

const listOf = (data: readonly string[], more: boolean): string =>
  `{"object":"list","url":"/v1/list","has_more":${more},"data":[${data.join(',')}]}`;

function answerTo(account: string, url: string): Buffer | string | null {
  const { pathname, searchParams } = new URL(url, 'http://provider');
  const parts = /^\/v1\/(checkout\/sessions|\w+)(?:\/(\w+))?$/.exec(pathname);
  const kind = KINDS[parts?.[1] ?? ''];
  if (!kind) return null;
  const id = parts?.[2];
  if (id) {
    const answer = answers.get(`${account} ${kind} ${id}`);
    return answer?.[searchParams.has('expand[0]') ? 'single' : 'plain'] ?? null;
  }
  const owner = searchParams.get('charge') ?? searchParams.get('payment[payment_intent]');
  if (owner) return listOf(belonging.get(`${kind} ${owner}`) ?? [], false);
  const list = lists.get(`${account} ${kind}`) ?? { ids: [], listed: [] };
  const after = searchParams.get('starting_after');
  const from = after ? list.ids.indexOf(after) + 1 : 0;
  const to = from + Number(searchParams.get('limit') ?? 10);
  return listOf(list.listed.slice(from, to), to < list.ids.length);
}

/** The number of requests by type. */
const requestCounts: Record<string, number> = {};

function count(url: string, found: Buffer | string | null): void {
  const kind = /^\/v1\/(checkout\/sessions|\w+)/.exec(url)?.[1] ?? url;
  const name = found === null ? 'missing' : typeof found === 'string' ? `${kind} (lists)` : kind;
  requestCounts[name] = (requestCounts[name] ?? 0) + 1;
}

const server = createServer((request, response) => {
  const { url = '' } = request;
  if (url === '/sandbox/clock.json') {
    response.end(JSON.stringify({ now: new Date(Date.now() + Number(aheadMs)).toISOString() }));
    return;
  }
  if (url === '/counts') {
    response.end(JSON.stringify(requestCounts));
    return;
  }
  const body = answerTo(String(request.headers['stripe-account'] ?? ''), url);
  count(url, body);
  if (body === null) console.error(`Not found: ${url}`);
  response.writeHead(body === null ? 404 : 200, {
    'Content-Type': 'application/json',
    'Request-Id': 'req_bench',
  });
  response.end(body ?? JSON.stringify({ error: { type: 'invalid_request_error', message: `No such object: ${url}` } }));
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Serving ${typeof address === 'object' ? address?.port : ''}`);
});
