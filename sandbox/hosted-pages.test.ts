import { expect, test } from 'vitest';

import {
  buyOrder,
  getError,
  getPage,
  createOnboardingLink,
  openFixture,
  createSeller,
  origin,
  postForm,
} from './testing/sandbox-fixture.ts';

const ONBOARDING_FORM = { business: 'Anna’s Shop', country: 'DE', email: 'anna@example.com' };

test('activates payments when the onboarding form is submitted', async () => {
  const { sandbox, stripe, received } = openFixture();
  const account = await stripe.accounts.create({ email: 'seller@example.com' });
  const url = await createOnboardingLink(stripe, account.id);
  const page = await (await getPage(sandbox, url)).text();
  expect(page.match(/<button[^>]*>\s*([^<]*?)\s*</)?.[1]).toBe('Submit');
  const response = await postForm(sandbox, url, { ...ONBOARDING_FORM, action: 'submit' });
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/builder?stripe_success=true`]);
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
  await sandbox.waitForDeliveries();
  const updated = received.find(({ event }) => event.type === 'account.updated');
  expect(updated?.event.account).toBe(account.id);
  expect(updated?.event.data.previous_attributes).toMatchObject({
    charges_enabled: false,
    details_submitted: false,
  });
  await sandbox.close();
});

test('changes nothing when onboarding is left, and redirects to the return URL', async () => {
  const { sandbox, stripe, received } = openFixture();
  const account = await stripe.accounts.create({});
  const response = await postForm(sandbox, await createOnboardingLink(stripe, account.id), {
    ...ONBOARDING_FORM,
    action: 'later',
  });
  expect(response.headers.get('location')).toBe(`${origin}/builder?stripe_success=true`);
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
    details_submitted: false,
    charges_enabled: false,
  });
  await sandbox.waitForDeliveries();
  expect(received).toEqual([]);
  await sandbox.close();
});

test('submits the details of a restricted account and disables its payments', async () => {
  const { sandbox, stripe } = openFixture();
  const account = await stripe.accounts.create({});
  await postForm(sandbox, await createOnboardingLink(stripe, account.id), {
    ...ONBOARDING_FORM,
    action: 'restricted',
  });
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
  const { sandbox, stripe } = openFixture();
  const account = await stripe.accounts.create({});
  const response = await postForm(sandbox, await createOnboardingLink(stripe, account.id), {
    business: ' ',
    country: 'FR',
    email: 'typed@example.com',
    action: 'submit',
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('Enter the business name.');
  expect(html).toContain('value="typed@example.com"');
  expect(html).toMatch(/<option value="FR" +selected>/);
  await sandbox.close();
});

test('redirects a used onboarding link to its refresh URL, on GET and on POST', async () => {
  const { sandbox, stripe } = openFixture();
  const account = await stripe.accounts.create({});
  const url = await createOnboardingLink(stripe, account.id);
  await postForm(sandbox, url, { ...ONBOARDING_FORM, action: 'later' });
  const responses = [
    await getPage(sandbox, url),
    await postForm(sandbox, url, { ...ONBOARDING_FORM, action: 'submit' }),
  ];
  expect(responses.map((response) => response.headers.get('location'))).toEqual(
    Array(2).fill(`${origin}/builder?stripe_refresh=true`),
  );
  expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  await sandbox.close();
});

test('refuses a form from another site and changes nothing', async () => {
  const { sandbox, stripe } = openFixture();
  const account = await stripe.accounts.create({});
  const path = new URL(await createOnboardingLink(stripe, account.id)).pathname.replace('/sandbox', '');
  const postFrom = async (siteOrigin: string) =>
    (
      await sandbox.pages.request(path, {
        method: 'POST',
        body: new URLSearchParams({ ...ONBOARDING_FORM, action: 'submit' }),
        headers: { origin: siteOrigin },
      })
    ).status;
  expect(await postFrom('https://evil.example')).toBe(403);
  expect(await postFrom('null')).toBe(403);
  expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  expect(await postFrom(origin)).toBe(303);
  await sandbox.close();
});

test('lists accounts and test cards on the overview page', async () => {
  const fixture = openFixture();
  const { stripeAccount } = await createSeller(fixture);
  const html = await (await getPage(fixture.sandbox, '/')).text();
  expect(html).toContain(`/sandbox/dashboard/${stripeAccount}`);
  expect(html).toContain('4000 0000 0000 9995');
  await fixture.sandbox.close();
});

test('shows payments in the dashboard and resends an event with the same id', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller);
  await fixture.sandbox.waitForDeliveries();
  const html = await (await getPage(fixture.sandbox, `/dashboard/${seller.stripeAccount}`)).text();
  for (const text of ['$29.00', 'buyer@example.com', 'charge.succeeded', 'Resend', 'Disconnect from platform'])
    expect(html).toContain(text);
  const firstEvent = fixture.received.find(({ event }) => event.type === 'charge.succeeded');
  await postForm(fixture.sandbox, `/dashboard/${seller.stripeAccount}/events/${firstEvent?.event.id}/resend`, {});
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.received.at(-1)?.body).toBe(firstEvent?.body);
  await fixture.sandbox.close();
});

test('sends one last event on disconnect and then denies access', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await postForm(fixture.sandbox, `/dashboard/${seller.stripeAccount}/disconnect`, {});
  await fixture.sandbox.waitForDeliveries();
  const lastEvent = fixture.received.at(-1);
  expect([lastEvent?.event.type, lastEvent?.event.account]).toEqual([
    'account.application.deauthorized',
    seller.stripeAccount,
  ]);
  expect(lastEvent?.event.data.object).toMatchObject({ object: 'application' });
  const errors = [
    await getError(fixture.stripe.accounts.retrieve(seller.stripeAccount)),
    await getError(fixture.stripe.charges.list(undefined, seller)),
  ];
  expect(errors.map(({ type, code, statusCode }) => [type, code, statusCode])).toEqual(
    Array(2).fill(['StripePermissionError', 'account_invalid', 403]),
  );
  expect((await getPage(fixture.sandbox, `/dashboard/${seller.stripeAccount}`)).status).toBe(403);
  await fixture.sandbox.close();
});
