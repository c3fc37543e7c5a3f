// Process of server/payments/killed-event-processing.full.test.ts: takes a payment, commits the Stripe event to the inbox, and then
// waits to be killed.
import path from 'node:path';

import { seedDemo } from '../ops/seed-demo.ts';
import { createKillableApp } from './killable-app.ts';

const app = await createKillableApp((folder) => ({
  sandboxFile: path.join(folder, 'sandbox.sqlite'),
  // The worker fetches the session before it writes anything; it blocks here.
  wrapStripe: (next) => async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET' || !request.url.includes('/checkout/sessions/')) return next(request);
    process.stdout.write('between\n');
    return new Promise(() => undefined);
  },
}));
await seedDemo(app);

const checkoutRequest = new Request('http://localhost:3000/functions/v1/create-checkout-session', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ slug: 'demo', termsAccepted: true }),
});
const { url } = (await (await app.fetch(checkoutRequest)).json()) as { url: string };
const form = { action: 'pay', email: 'buyer@example.com', name: 'A Buyer', country: 'US', postcode: '' };
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
await app.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ ...form, ...card }) }));
