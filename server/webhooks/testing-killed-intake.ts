// A shop to which events come without end, eight at a time, until it is killed: the process of event-intake.test.ts.
// Its one argument is { folder, postgres } as JSON; it prints the id of each event that was acknowledged.
import { createHmac } from 'node:crypto';
import { writeSync } from 'node:fs';

import { pino } from 'pino';

import { openShop } from '../app.ts';
import { configFrom } from '../config.ts';
import { openEmbedded } from '../db/open-embedded.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { holdFolder } from '../db/single-process.ts';
import { secretsFrom } from '../secrets.ts';

const { folder, postgres } = JSON.parse(process.argv[2] ?? '') as { folder: string; postgres: string };
const [STDOUT, AT_ONCE] = [1, 8];

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
  sandboxFile: null,
  pagesEntry: null,
});

let count = 0;

async function deliver(): Promise<void> {
  for (;;) {
    const id = `evt_${count++}`;
    const at = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id,
      object: 'event',
      account: 'acct_1',
      type: 'customer.created',
      created: at,
      livemode: false,
      data: { object: { id: 'cus_1' } },
    });
    const digest = createHmac('sha256', 'whsec_connect').update(`${at}.${body}`).digest('hex');
    const { status } = await shop.fetch(
      new Request('http://localhost:3000/webhooks/stripe/connect', {
        method: 'POST',
        headers: { 'stripe-signature': `t=${at},v1=${digest}` },
        body,
      }),
    );
    // At once: what is printed has left the process.
    if (status === 200) writeSync(STDOUT, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, deliver));
