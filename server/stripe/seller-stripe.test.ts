import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, expectTypeOf, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

const SERVER = path.join(import.meta.dirname, '..');

test('names the connected account in only one file of the server', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const filesWithAccount = files.map(async (file) =>
    /stripe(Account|Context)\b/.test(await readFile(path.join(SERVER, file), 'utf8')) ? [file] : [],
  );
  expect((await Promise.all(filesWithAccount)).flat()).toEqual(['stripe/seller-stripe.ts']);
});

test('has no seller APIs on the platform client', async () => {
  const { stripe } = (await createTestApp()).context;
  // The type check covers the compiler; at run time the members are absent as well.
  expectTypeOf(stripe).not.toHaveProperty('checkout');
  expectTypeOf(stripe).not.toHaveProperty('coupons');
  expectTypeOf(stripe).not.toHaveProperty('invoices');
  for (const member of ['checkout', 'coupons', 'invoices']) expect(stripe).not.toHaveProperty(member);
});

test('hides the objects of one account from another', async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signUpSeller(), await app.signUpSeller()];
  await first.publishPage({}, 'taller');
  await second.onboard();
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  const id = new URL(body.url).pathname.split('/').at(-1) ?? '';
  const accountOf = async (seller: typeof first) =>
    (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const retrieveAs = async (seller: typeof first) =>
    app.context.sellerStripe(await accountOf(seller)).sessions.retrieve(id);
  expect((await retrieveAs(first)).id).toBe(id);
  await expect(retrieveAs(second)).rejects.toThrow('No such');
});
