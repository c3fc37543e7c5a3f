import { expect, test } from 'vitest';
import { failure, origin } from '../rehearsal.ts';
import { cardOf, openPaying, openPortalRehearsal, trial, type PortalRehearsal } from './portal-rehearsal.ts';

const good = '4242 4242 4242 4242';

const priceOf = async (rehearsal: PortalRehearsal, id: string) =>
  (await rehearsal.subscription(id)).items.data[0]?.price.id;

test('shows plan, card, invoices and the link back on the overview', async () => {
  const rehearsal = await openPaying();
  const page = await rehearsal.see(await rehearsal.open());
  expect(page.status).toBe(200);
  for (const words of [
    'Starter',
    '$9.00 per month',
    'Renews on',
    'Visa ending in 4242',
    'expires 12/2040',
    `href="${origin}/subscription"`,
    'Change plan',
    'Cancel plan',
  ])
    expect(page.text).toContain(words);
  expect(page.text).toMatch(/\/sandbox\/invoice\/in_1\w+\?portal=bps_1\w+/);
  await rehearsal.sandbox.close();
});

test('expires an unopened portal link after five minutes and an opened one after an hour', async () => {
  const rehearsal = await openPortalRehearsal();
  const [unopened, opened] = [await rehearsal.open(), await rehearsal.open()];
  await rehearsal.see(opened);
  rehearsal.wait(6 / 1440);
  const [late, kept] = [await rehearsal.see(unopened), await rehearsal.see(opened)];
  expect([late.status, kept.status]).toEqual([410, 200]);
  expect(late.text).toContain(`href="${origin}/subscription"`);
  rehearsal.wait(1 / 24);
  expect((await rehearsal.send(`${opened}/card`, cardOf(good))).status).toBe(410);
  expect((await rehearsal.stripe.paymentMethods.list({ customer: rehearsal.customer })).data).toEqual([]);
  expect((await rehearsal.see('/portal/bps_1unknown')).status).toBe(404);
  await rehearsal.sandbox.close();
});

test('cancels at the end of the period, stores the reason and can be undone', async () => {
  const rehearsal = await openPaying();
  const { id } = rehearsal;
  const portal = await rehearsal.open();
  const page = await rehearsal.see(`${portal}/cancel/${id}`);
  expect(page.text).toContain('Until that day you can take this back.');
  await rehearsal.send(`${portal}/cancel/${id}`, { feedback: 'too_expensive', comment: 'Too much' });
  expect(await rehearsal.subscription(id)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Too much' },
  });
  expect((await rehearsal.see(portal)).text).toContain('Don’t cancel plan');
  await rehearsal.send(`${portal}/undo/${id}`);
  expect(await rehearsal.subscription(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await rehearsal.send(`${portal}/cancel/${id}`, {});
  rehearsal.wait(32);
  expect((await rehearsal.subscription(id)).status).toBe('canceled');
  await rehearsal.sandbox.close();
});

test('charges and applies an upgrade at once', async () => {
  const rehearsal = await openPaying();
  const { id, prices } = rehearsal;
  rehearsal.wait(10);
  const portal = await rehearsal.open();
  const confirm = await rehearsal.see(`${portal}/plan/${id}/${prices[1]}`);
  expect(confirm.text).toContain('Charged today');
  const changed = await rehearsal.send(`${portal}/plan/${id}/${prices[1]}`);
  expect(changed.to).toBe(`/sandbox${portal}?done=plan`);
  expect(await priceOf(rehearsal, id)).toBe(prices[1]);
  const { latest_invoice: invoice } = await rehearsal.subscription(id);
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  const [, charged] = /Charged today<\/dt> <dd class="total">\$([\d.]+)/.exec(confirm.text) ?? [];
  expect(typeof invoice === 'object' && invoice?.amount_paid).toBe(Math.round(Number(charged) * 100));
  await rehearsal.sandbox.close();
});

test('schedules a downgrade for the end of the period and can be undone until then', async () => {
  const rehearsal = await openPaying();
  const { id, prices } = rehearsal;
  const portal = await rehearsal.open();
  await rehearsal.send(`${portal}/plan/${id}/${prices[2]}`);
  const plan = `${portal}/plan/${id}/${prices[1]}`;
  expect((await rehearsal.see(plan)).text).toContain('Nothing is charged today.');
  expect((await rehearsal.send(plan)).to).toBe(`/sandbox${portal}?done=planned`);
  expect(await priceOf(rehearsal, id)).toBe(prices[2]);
  const { schedule } = await rehearsal.subscription(id);
  await rehearsal.send(plan);
  expect((await rehearsal.subscription(id)).schedule).toBe(schedule);
  expect((await rehearsal.see(portal)).text).toMatch(/Changes to Growth \(\$29\.00 per month\) on/);
  await rehearsal.send(`${portal}/keep/${id}`);
  expect((await rehearsal.subscription(id)).schedule).toBeNull();
  await rehearsal.send(plan);
  rehearsal.wait(32);
  expect(await priceOf(rehearsal, id)).toBe(prices[1]);
  await rehearsal.sandbox.close();
});

test('changes the plan in a trial without a charge', async () => {
  const rehearsal = await openPortalRehearsal();
  const { id } = await rehearsal.subscribe(rehearsal.prices[0], trial);
  const portal = await rehearsal.open();
  const plan = `${portal}/plan/${id}/${rehearsal.prices[2]}`;
  expect((await rehearsal.see(plan)).text).toContain('Your trial goes on until');
  await rehearsal.send(plan);
  expect(await priceOf(rehearsal, id)).toBe(rehearsal.prices[2]);
  expect((await rehearsal.subscription(id)).status).toBe('trialing');
  expect((await rehearsal.stripe.charges.list()).data).toEqual([]);
  await rehearsal.sandbox.close();
});

test('leads a declined change to its invoice and applies it when the invoice is paid', async () => {
  const rehearsal = await openPaying();
  const { id, prices } = rehearsal;
  const portal = await rehearsal.open();
  await rehearsal.send(`${portal}/card`, cardOf('4000 0000 0000 0341'));
  rehearsal.wait(0.01);
  const waits = await rehearsal.send(`${portal}/plan/${id}/${prices[1]}`);
  expect(waits.to).toMatch(/^\/sandbox\/invoice\/in_1\w+\?portal=bps_1\w+&waits=1$/);
  expect(await priceOf(rehearsal, id)).toBe(prices[0]);
  expect((await rehearsal.see(portal)).text).toContain('The change to Growth waits for its payment');
  const paid = await rehearsal.send(waits.to ?? '', cardOf(good));
  expect(paid.status).toBe(303);
  expect(await priceOf(rehearsal, id)).toBe(prices[1]);
  await rehearsal.sandbox.close();
});

test("opens a deep link's page and redirects to its return URL at the end", async () => {
  const rehearsal = await openPaying();
  const { id, prices } = rehearsal;
  const item = (await rehearsal.subscription(id)).items.data[0]?.id ?? '';
  const redirect = { type: 'redirect', redirect: { return_url: `${origin}/subscription?done=1` } } as const;
  const upgrade = await rehearsal.open({
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: id, items: [{ id: item, price: prices[1] }] },
      after_completion: redirect,
    },
  });
  expect((await rehearsal.see(upgrade)).to).toBe(`/sandbox${upgrade}/plan/${id}/${prices[1]}`);
  expect((await rehearsal.send(`${upgrade}/plan/${id}/${prices[1]}`)).to).toBe(redirect.redirect.return_url);
  const cancel = await rehearsal.open({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect((await rehearsal.see(cancel)).to).toBe(`/sandbox${cancel}/cancel/${id}`);
  expect((await rehearsal.send(`${cancel}/cancel/${id}`)).to).toBe(`/sandbox${cancel}?done=canceled`);
  expect((await rehearsal.see(`${cancel}?done=canceled`)).text).toContain('Your plan is canceled.');
  const again = rehearsal.open({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect((await failure(again)).message).toContain('already set to be canceled');
  await rehearsal.sandbox.close();
});

test("denies access to another customer's plan", async () => {
  const rehearsal = await openPaying();
  const { id, stripe, prices } = rehearsal;
  const other = (await stripe.customers.create({ email: 'bo@example.com' })).id;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const session = await stripe.billingPortal.sessions.create({
    customer: other,
    configuration: configuration?.id ?? '',
  });
  const statuses = [
    (await rehearsal.send(`${session.url}/cancel/${id}`)).status,
    (await rehearsal.send(`${session.url}/plan/${id}/${prices[2]}`)).status,
    (await rehearsal.see(`${session.url}/plan/${id}`)).status,
  ];
  expect(statuses).toEqual([404, 404, 404]);
  expect(await rehearsal.subscription(id)).toMatchObject({ cancel_at: null });
  expect(await priceOf(rehearsal, id)).toBe(prices[0]);
  await rehearsal.sandbox.close();
});

test('hides and refuses the features that the configuration disables', async () => {
  const rehearsal = await openPaying();
  const { id, stripe, prices } = rehearsal;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  await stripe.billingPortal.configurations.update(configuration?.id ?? '', {
    features: { subscription_cancel: { enabled: false }, subscription_update: { enabled: false } },
  });
  const portal = await rehearsal.open();
  const page = await rehearsal.see(portal);
  expect(page.text).not.toContain('Cancel plan');
  expect(page.text).not.toContain('Change plan');
  const refused = await rehearsal.send(`${portal}/plan/${id}/${prices[2]}`);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('is switched off')]);
  expect(await priceOf(rehearsal, id)).toBe(prices[0]);
  await rehearsal.sandbox.close();
});
