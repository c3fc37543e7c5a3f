import { expect, test } from 'vitest';
import { buy, failure, look, onboardingLink, openRehearsal, openSeller, origin, post } from './rehearsal.ts';

const form = { business: 'Anna’s Shop', country: 'DE', email: 'anna@example.com' };

test('activates payments when the onboarding form is submitted', async () => {
  const { sandbox, stripe, received } = openRehearsal();
  const account = await stripe.accounts.create({ email: 'seller@example.com' });
  const url = await onboardingLink(stripe, account.id);
  const page = await (await look(sandbox, url)).text();
  expect(page.match(/<button[^>]*>\s*([^<]*?)\s*</)?.[1]).toBe('Submit');
  const answer = await post(sandbox, url, { ...form, action: 'submit' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${origin}/builder?stripe_success=true`,
  ]);
  const after = await stripe.accounts.retrieve(account.id);
  expect(after).toMatchObject({
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    country: 'DE',
    default_currency: 'eur',
    capabilities: { card_payments: 'active', transfers: 'active' },
    business_profile: { name: 'Anna’s Shop' },
    requirements: { currently_due: [], past_due: [], disabled_reason: null },
  });
  await sandbox.settled();
  const updated = received.find(({ event }) => event.type === 'account.updated');
  expect(updated?.event.account).toBe(account.id);
  expect(updated?.event.data.previous_attributes).toMatchObject({
    charges_enabled: false,
    details_submitted: false,
  });
  await sandbox.close();
});

test('changes nothing when onboarding is left, and redirects to the return URL', async () => {
  const { sandbox, stripe, received } = openRehearsal();
  const account = await stripe.accounts.create({});
  const answer = await post(sandbox, await onboardingLink(stripe, account.id), { ...form, action: 'later' });
  expect(answer.headers.get('location')).toBe(`${origin}/builder?stripe_success=true`);
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
    details_submitted: false,
    charges_enabled: false,
  });
  await sandbox.settled();
  expect(received).toEqual([]);
  await sandbox.close();
});

test('submits the details of a restricted account and disables its payments', async () => {
  const { sandbox, stripe } = openRehearsal();
  const account = await stripe.accounts.create({});
  await post(sandbox, await onboardingLink(stripe, account.id), { ...form, action: 'restricted' });
  const after = await stripe.accounts.retrieve(account.id);
  expect(after).toMatchObject({
    details_submitted: true,
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  });
  expect(after.requirements?.past_due).not.toEqual([]);
  await sandbox.close();
});

test('marks a missing business name in place and keeps the input', async () => {
  const { sandbox, stripe } = openRehearsal();
  const account = await stripe.accounts.create({});
  const answer = await post(sandbox, await onboardingLink(stripe, account.id), {
    business: ' ',
    country: 'FR',
    email: 'typed@example.com',
    action: 'submit',
  });
  const text = await answer.text();
  expect(answer.status).toBe(422);
  expect(text).toContain('Enter the name of the business.');
  expect(text).toContain('value="typed@example.com"');
  expect(text).toMatch(/<option value="FR" +selected>/);
  await sandbox.close();
});

test('redirects a used onboarding link to its refresh URL, on GET and on POST', async () => {
  const { sandbox, stripe } = openRehearsal();
  const account = await stripe.accounts.create({});
  const url = await onboardingLink(stripe, account.id);
  await post(sandbox, url, { ...form, action: 'later' });
  const answers = [await look(sandbox, url), await post(sandbox, url, { ...form, action: 'submit' })];
  expect(answers.map((answer) => answer.headers.get('location'))).toEqual(
    Array(2).fill(`${origin}/builder?stripe_refresh=true`),
  );
  expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  await sandbox.close();
});

test('refuses a form from another site and changes nothing', async () => {
  const { sandbox, stripe } = openRehearsal();
  const account = await stripe.accounts.create({});
  const path = new URL(await onboardingLink(stripe, account.id)).pathname.replace('/sandbox', '');
  const from = async (site: string) =>
    (
      await sandbox.pages.request(path, {
        method: 'POST',
        body: new URLSearchParams({ ...form, action: 'submit' }),
        headers: { origin: site },
      })
    ).status;
  expect(await from('https://evil.example')).toBe(403);
  expect(await from('null')).toBe(403);
  expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  expect(await from(origin)).toBe(303);
  await sandbox.close();
});

test('lists accounts and test cards on the overview page', async () => {
  const rehearsal = openRehearsal();
  const { stripeAccount } = await openSeller(rehearsal);
  const text = await (await look(rehearsal.sandbox, '/')).text();
  expect(text).toContain(`/sandbox/dashboard/${stripeAccount}`);
  expect(text).toContain('4000 0000 0000 9995');
  await rehearsal.sandbox.close();
});

test('shows payments in the dashboard and resends an event with the same id', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller);
  await rehearsal.sandbox.settled();
  const text = await (await look(rehearsal.sandbox, `/dashboard/${seller.stripeAccount}`)).text();
  for (const words of [
    '$29.00',
    'buyer@example.com',
    'charge.succeeded',
    'Resend',
    'Disconnect from platform',
  ])
    expect(text).toContain(words);
  const first = rehearsal.received.find(({ event }) => event.type === 'charge.succeeded');
  await post(rehearsal.sandbox, `/dashboard/${seller.stripeAccount}/events/${first?.event.id}/resend`, {});
  await rehearsal.sandbox.settled();
  expect(rehearsal.received.at(-1)?.body).toBe(first?.body);
  await rehearsal.sandbox.close();
});

test('sends one last event on disconnect and then denies access', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await post(rehearsal.sandbox, `/dashboard/${seller.stripeAccount}/disconnect`, {});
  await rehearsal.sandbox.settled();
  const last = rehearsal.received.at(-1);
  expect([last?.event.type, last?.event.account]).toEqual([
    'account.application.deauthorized',
    seller.stripeAccount,
  ]);
  expect(last?.event.data.object).toMatchObject({ object: 'application' });
  const errors = [
    await failure(rehearsal.stripe.accounts.retrieve(seller.stripeAccount)),
    await failure(rehearsal.stripe.charges.list(undefined, seller)),
  ];
  expect(errors.map(({ type, code, statusCode }) => [type, code, statusCode])).toEqual(
    Array(2).fill(['StripePermissionError', 'account_invalid', 403]),
  );
  expect((await look(rehearsal.sandbox, `/dashboard/${seller.stripeAccount}`)).status).toBe(403);
  await rehearsal.sandbox.close();
});
