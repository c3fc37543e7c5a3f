// Process of event-intake.full.test.ts: sends events to an app, eight at a time, until it is killed. Prints the id of each
// acknowledged event.
import { createHmac } from 'node:crypto';
import { writeSync } from 'node:fs';

import { createKillableApp } from './killable-app.ts';

const [STDOUT, CONCURRENCY] = [1, 8];
const app = await createKillableApp(() => ({ sandboxFile: null }));

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
    const { status } = await app.fetch(
      new Request('http://localhost:3000/webhooks/stripe/connect', {
        method: 'POST',
        headers: { 'stripe-signature': `t=${at},v1=${digest}` },
        body,
      }),
    );
    // Synchronous, so that a printed id has left the process.
    if (status === 200) writeSync(STDOUT, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, deliver));
