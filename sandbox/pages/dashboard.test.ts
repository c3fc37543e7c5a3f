import { expect, test } from 'vitest';
import { openPaying } from './portal-rehearsal.ts';
import { buy, look, openRehearsal, openSeller, order, post, typed } from '../rehearsal.ts';

test('refunds a payment from the dashboard, in part and in full', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller);
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  const charge = async () => (await stripe.charges.list({}, seller)).data[0];
  const id = (await charge())?.id ?? '';
  const refund = (amount: string) => post(sandbox, `${dashboard}/charges/${id}/refund`, { amount });
  expect(await (await look(sandbox, dashboard)).text()).toContain('value="29.00"');
  const first = await refund('9,50');
  expect([first.status, first.headers.get('location')]).toEqual([303, `/sandbox${dashboard}`]);
  expect(await charge()).toMatchObject({ amount_refunded: 950, refunded: false });
  expect(await (await look(sandbox, dashboard)).text()).toMatch(/\$9\.50 refunded[\s\S]*value="19\.50"/);
  await refund('');
  expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
  expect(await (await look(sandbox, dashboard)).text()).not.toContain('/refund"');
  await sandbox.close();
});

test('shows an error for an amount that cannot be refunded and changes nothing', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller, order({}, { amount: 500, currency: 'jpy' }), typed('4242 4242 4242 4242'));
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  const [charge] = (await stripe.charges.list({}, seller)).data;
  const answers = [];
  for (const amount of ['501', 'all', '0']) {
    const answer = await post(sandbox, `${dashboard}/charges/${charge?.id}/refund`, { amount });
    const [, alert = ''] = /role="alert">([^<]*)</.exec(await answer.text()) ?? [];
    answers.push([answer.status, alert]);
  }
  expect(answers).toEqual([
    [422, 'Refund amount (¥501) is greater than charge amount (¥500)'],
    [422, '“all” is not an amount of JPY.'],
    [422, 'Enter an amount above zero.'],
  ]);
  expect((await stripe.refunds.list({}, seller)).data).toEqual([]);
  await sandbox.close();
});

test("shows the platform's customers on the overview and their payments on its dashboard", async () => {
  const rehearsal = await openPaying();
  const front = await rehearsal.see('/');
  for (const words of ['anna@example.com', 'Starter', '$9.00 per month', '/sandbox/dashboard/platform'])
    expect(front.text).toContain(words);
  const dashboard = await rehearsal.see('/dashboard/platform');
  expect(dashboard.text).toMatch(/\$9\.00[\s\S]*customer\.subscription\.created/);
  expect(dashboard.text).toMatch(/href="\/sandbox\/invoice\/in_1\w+"/);
  expect(dashboard.text).not.toContain('Disconnect from platform');
  const [charge] = (await rehearsal.stripe.charges.list()).data;
  await rehearsal.send(`/dashboard/platform/charges/${charge?.id}/refund`, { amount: '9' });
  expect((await rehearsal.stripe.charges.list()).data).toMatchObject([{ refunded: true }]);
  await rehearsal.sandbox.close();
});
