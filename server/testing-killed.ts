// A shop that takes a payment, commits the provider's event into its inbox, and then waits to be killed: the
// process of server/webhooks/kill-between.test.ts. Its one argument is { folder, postgres } as JSON.
import path from 'node:path';

import { pino } from 'pino';

import { openShop } from './app.ts';
import { configFrom } from './config.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import { holdFolder } from './db/single-process.ts';
import { secretsFrom } from './secrets.ts';
import { seedDemo } from './seed/seed-demo.ts';

const { folder, postgres } = JSON.parse(process.argv[2] ?? '') as { folder: string; postgres: string };

const database = postgres
  ? openPostgres(postgres, 'drizzle', () => undefined)
  : await openEmbedded(await holdFolder(folder), 'drizzle');
await database.migrate();
const shop = openShop({
  config: configFrom({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder }),
  secrets: secretsFrom('a secret for tests, long enough for them', {
    platform: 'whsec_platform',
    connect: 'whsec_connect',
  }),
  database,
  log: pino({ level: 'silent' }),
  sandboxFile: path.join(folder, 'sandbox.sqlite'),
  pagesEntry: null,
  // The worker asks for the session before it writes anything: there it stays.
  aroundProvider: (next) => async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET' || !request.url.includes('/checkout/sessions/')) return next(request);
    process.stdout.write('between\n');
    return new Promise(() => undefined);
  },
});
await seedDemo(shop);

const call = new Request('http://localhost:3000/functions/v1/create-checkout-session', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ slug: 'demo', termsAccepted: true }),
});
const { url } = (await (await shop.fetch(call)).json()) as { url: string };
const form = { action: 'pay', email: 'buyer@example.com', name: 'A Buyer', country: 'US', postcode: '' };
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
await shop.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ ...form, ...card }) }));
