import { expect, test } from 'vitest';

import {
  cardFields,
  openPayingFixture,
  openPortalFixture,
  TRIAL_PARAMS,
  type PortalFixture,
} from '../testing/portal-fixture.ts';
import { getError, origin } from '../testing/sandbox-fixture.ts';

const GOOD_CARD = '4242 4242 4242 4242';

const getPriceId = async (fixture: PortalFixture, id: string) =>
  (await fixture.subscription(id)).items.data[0]?.price.id;

test('shows plan, card, invoices and the link back on the overview', async () => {
  const fixture = await openPayingFixture();
  const page = await fixture.getPage(await fixture.openPortal());
  expect(page.status).toBe(200);
  for (const text of [
    'Starter',
    '$9.00 per month',
    'Renews on',
    'Visa ending in 4242',
    'expires 12/2040',
    `href="${origin}/subscription"`,
    'Update plan',
    'Cancel plan',
  ])
    expect(page.text).toContain(text);
  expect(page.text).toMatch(/\/sandbox\/invoice\/in_1\w+\?portal=bps_1\w+/);
  await fixture.sandbox.close();
});

test('announces the end of a plan only in the last period of its schedule', async () => {
  const fixture = await openPayingFixture();
  const { subscriptionSchedules } = fixture.stripe;
  const { id, phases } = await subscriptionSchedules.create({ from_subscription: fixture.id });
  const phase = {
    items: [{ price: fixture.prices[0] }],
    start_date: phases[0]?.start_date ?? 0,
    duration: { interval: 'month' as const, interval_count: 2 },
  };
  await subscriptionSchedules.update(id, { end_behavior: 'cancel', phases: [phase] });
  const first = await fixture.getPage(await fixture.openPortal());
  expect(first.text).toContain('Renews on');
  fixture.advanceDays(35);
  const last = await fixture.getPage(await fixture.openPortal());
  expect(last.text).toContain('Ends on');
  await fixture.sandbox.close();
});

test('expires an unopened portal link after five minutes and an opened one after an hour', async () => {
  const fixture = await openPortalFixture();
  const [unopenedLink, openedLink] = [await fixture.openPortal(), await fixture.openPortal()];
  await fixture.getPage(openedLink);
  fixture.advanceDays(6 / 1440);
  const [expiredPage, openPage] = [await fixture.getPage(unopenedLink), await fixture.getPage(openedLink)];
  expect([expiredPage.status, openPage.status]).toEqual([410, 200]);
  expect(expiredPage.text).toContain(`href="${origin}/subscription"`);
  fixture.advanceDays(1 / 24);
  expect((await fixture.postForm(`${openedLink}/card`, cardFields(GOOD_CARD))).status).toBe(410);
  expect((await fixture.stripe.paymentMethods.list({ customer: fixture.customer })).data).toEqual([]);
  expect((await fixture.getPage('/portal/bps_1unknown')).status).toBe(404);
  await fixture.sandbox.close();
});

test('cancels at the end of the period, stores the reason and can be undone', async () => {
  const fixture = await openPayingFixture();
  const { id } = fixture;
  const portal = await fixture.openPortal();
  const page = await fixture.getPage(`${portal}/cancel/${id}`);
  expect(page.text).toContain('you can undo this until then.');
  await fixture.postForm(`${portal}/cancel/${id}`, { feedback: 'too_expensive', comment: 'Too much' });
  expect(await fixture.subscription(id)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Too much' },
  });
  expect((await fixture.getPage(portal)).text).toContain('Don’t cancel plan');
  await fixture.postForm(`${portal}/undo/${id}`);
  expect(await fixture.subscription(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await fixture.postForm(`${portal}/cancel/${id}`, {});
  fixture.advanceDays(32);
  expect((await fixture.subscription(id)).status).toBe('canceled');
  await fixture.sandbox.close();
});

test('charges and applies an upgrade at once', async () => {
  const fixture = await openPayingFixture();
  const { id, prices } = fixture;
  fixture.advanceDays(10);
  const portal = await fixture.openPortal();
  const confirm = await fixture.getPage(`${portal}/plan/${id}/${prices[1]}`);
  expect(confirm.text).toContain('Amount due today');
  const changed = await fixture.postForm(`${portal}/plan/${id}/${prices[1]}`);
  expect(changed.to).toBe(`/sandbox${portal}?done=plan`);
  expect(await getPriceId(fixture, id)).toBe(prices[1]);
  const { latest_invoice: invoice } = await fixture.subscription(id);
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  const [, charged] = /Amount due today<\/dt> <dd class="total">\$([\d.]+)/.exec(confirm.text) ?? [];
  expect(typeof invoice === 'object' && invoice?.amount_paid).toBe(Math.round(Number(charged) * 100));
  await fixture.sandbox.close();
});

test('schedules a downgrade for the end of the period and can be undone until then', async () => {
  const fixture = await openPayingFixture();
  const { id, prices } = fixture;
  const portal = await fixture.openPortal();
  await fixture.postForm(`${portal}/plan/${id}/${prices[2]}`);
  const plan = `${portal}/plan/${id}/${prices[1]}`;
  expect((await fixture.getPage(plan)).text).toContain('Nothing is due today.');
  expect((await fixture.postForm(plan)).to).toBe(`/sandbox${portal}?done=planned`);
  expect(await getPriceId(fixture, id)).toBe(prices[2]);
  const { schedule } = await fixture.subscription(id);
  await fixture.postForm(plan);
  expect((await fixture.subscription(id)).schedule).toBe(schedule);
  expect((await fixture.getPage(portal)).text).toMatch(/Changes to Growth \(\$29\.00 per month\) on/);
  await fixture.postForm(`${portal}/keep/${id}`);
  expect((await fixture.subscription(id)).schedule).toBeNull();
  await fixture.postForm(plan);
  fixture.advanceDays(32);
  expect(await getPriceId(fixture, id)).toBe(prices[1]);
  await fixture.sandbox.close();
});

test('changes the plan in a trial without a charge', async () => {
  const fixture = await openPortalFixture();
  const { id } = await fixture.subscribe(fixture.prices[0], TRIAL_PARAMS);
  const portal = await fixture.openPortal();
  const plan = `${portal}/plan/${id}/${fixture.prices[2]}`;
  expect((await fixture.getPage(plan)).text).toContain('Your trial continues with');
  await fixture.postForm(plan);
  expect(await getPriceId(fixture, id)).toBe(fixture.prices[2]);
  expect((await fixture.subscription(id)).status).toBe('trialing');
  expect((await fixture.stripe.charges.list()).data).toEqual([]);
  await fixture.sandbox.close();
});

test('leads a declined change to its invoice and applies it when the invoice is paid', async () => {
  const fixture = await openPayingFixture();
  const { id, prices } = fixture;
  const portal = await fixture.openPortal();
  await fixture.postForm(`${portal}/card`, cardFields('4000 0000 0000 0341'));
  fixture.advanceDays(0.01);
  const pendingResponse = await fixture.postForm(`${portal}/plan/${id}/${prices[1]}`);
  expect(pendingResponse.to).toMatch(/^\/sandbox\/invoice\/in_1\w+\?portal=bps_1\w+&waits=1$/);
  expect(await getPriceId(fixture, id)).toBe(prices[0]);
  expect((await fixture.getPage(portal)).text).toContain('The change to Growth takes effect once its invoice is paid');
  const paidResponse = await fixture.postForm(pendingResponse.to ?? '', cardFields(GOOD_CARD));
  expect(paidResponse.status).toBe(303);
  expect(await getPriceId(fixture, id)).toBe(prices[1]);
  await fixture.sandbox.close();
});

test("opens a deep link's page and redirects to its return URL at the end", async () => {
  const fixture = await openPayingFixture();
  const { id, prices } = fixture;
  const item = (await fixture.subscription(id)).items.data[0]?.id ?? '';
  const redirect = { type: 'redirect', redirect: { return_url: `${origin}/subscription?done=1` } } as const;
  const upgrade = await fixture.openPortal({
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: id, items: [{ id: item, price: prices[1] }] },
      after_completion: redirect,
    },
  });
  expect((await fixture.getPage(upgrade)).to).toBe(`/sandbox${upgrade}/plan/${id}/${prices[1]}`);
  expect((await fixture.postForm(`${upgrade}/plan/${id}/${prices[1]}`)).to).toBe(redirect.redirect.return_url);
  const cancel = await fixture.openPortal({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect((await fixture.getPage(cancel)).to).toBe(`/sandbox${cancel}/cancel/${id}`);
  expect((await fixture.postForm(`${cancel}/cancel/${id}`)).to).toBe(`/sandbox${cancel}?done=canceled`);
  expect((await fixture.getPage(`${cancel}?done=canceled`)).text).toContain('Your plan was canceled.');
  const secondSession = fixture.openPortal({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect((await getError(secondSession)).message).toContain('already set to be canceled');
  await fixture.sandbox.close();
});

test("denies access to another customer's plan", async () => {
  const fixture = await openPayingFixture();
  const { id, stripe, prices } = fixture;
  const otherCustomer = (await stripe.customers.create({ email: 'bo@example.com' })).id;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const session = await stripe.billingPortal.sessions.create({
    customer: otherCustomer,
    configuration: configuration?.id ?? '',
  });
  const statuses = [
    (await fixture.postForm(`${session.url}/cancel/${id}`)).status,
    (await fixture.postForm(`${session.url}/plan/${id}/${prices[2]}`)).status,
    (await fixture.getPage(`${session.url}/plan/${id}`)).status,
  ];
  expect(statuses).toEqual([404, 404, 404]);
  expect(await fixture.subscription(id)).toMatchObject({ cancel_at: null });
  expect(await getPriceId(fixture, id)).toBe(prices[0]);
  await fixture.sandbox.close();
});

test('hides and refuses the features that the configuration disables', async () => {
  const fixture = await openPayingFixture();
  const { id, stripe, prices } = fixture;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  await stripe.billingPortal.configurations.update(configuration?.id ?? '', {
    features: { subscription_cancel: { enabled: false }, subscription_update: { enabled: false } },
  });
  const portal = await fixture.openPortal();
  const page = await fixture.getPage(portal);
  expect(page.text).not.toContain('Cancel plan');
  expect(page.text).not.toContain('Update plan');
  const refusedResponse = await fixture.postForm(`${portal}/plan/${id}/${prices[2]}`);
  expect([refusedResponse.status, refusedResponse.text]).toEqual([422, expect.stringContaining('is turned off')]);
  expect(await getPriceId(fixture, id)).toBe(prices[0]);
  await fixture.sandbox.close();
});
