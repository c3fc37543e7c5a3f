import { expect, test } from 'vitest';

import { openPayingFixture } from '../testing/portal-fixture.ts';
import {
  buyOrder,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
  cardForm,
} from '../testing/sandbox-fixture.ts';

test('refunds a payment from the dashboard, in part and in full', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller);
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  const charge = async () => (await stripe.charges.list({}, seller)).data[0];
  const id = (await charge())?.id ?? '';
  const refund = (amount: string) => postForm(sandbox, `${dashboard}/charges/${id}/refund`, { amount });
  expect(await (await getPage(sandbox, dashboard)).text()).toContain('value="29.00"');
  const first = await refund('9,50');
  expect([first.status, first.headers.get('location')]).toEqual([303, `/sandbox${dashboard}`]);
  expect(await charge()).toMatchObject({ amount_refunded: 950, refunded: false });
  expect(await (await getPage(sandbox, dashboard)).text()).toMatch(/\$9\.50 refunded[\s\S]*value="19\.50"/);
  await refund('');
  expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
  expect(await (await getPage(sandbox, dashboard)).text()).not.toContain('/refund"');
  await sandbox.close();
});

test('shows an error for an amount that cannot be refunded and changes nothing', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller, orderParams({}, { amount: 500, currency: 'jpy' }), cardForm('4242 4242 4242 4242'));
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  const [charge] = (await stripe.charges.list({}, seller)).data;
  const responses = [];
  for (const amount of ['501', 'all', '0']) {
    const response = await postForm(sandbox, `${dashboard}/charges/${charge?.id}/refund`, { amount });
    const [, alert = ''] = /role="alert">([^<]*)</.exec(await response.text()) ?? [];
    responses.push([response.status, alert]);
  }
  expect(responses).toEqual([
    [422, 'Refund amount (¥501) is greater than charge amount (¥500)'],
    [422, '“all” isn’t a valid amount in JPY.'],
    [422, 'Enter an amount greater than zero.'],
  ]);
  expect((await stripe.refunds.list({}, seller)).data).toEqual([]);
  await sandbox.close();
});

test("shows the platform's customers on the overview and their payments on its dashboard", async () => {
  const fixture = await openPayingFixture();
  const overview = await fixture.getPage('/');
  for (const text of ['anna@example.com', 'Starter', '$9.00 per month', '/sandbox/dashboard/platform'])
    expect(overview.text).toContain(text);
  const dashboard = await fixture.getPage('/dashboard/platform');
  expect(dashboard.text).toMatch(/\$9\.00[\s\S]*customer\.subscription\.created/);
  expect(dashboard.text).toMatch(/href="\/sandbox\/invoice\/in_1\w+"/);
  expect(dashboard.text).not.toContain('Disconnect from platform');
  const [charge] = (await fixture.stripe.charges.list()).data;
  await fixture.postForm(`/dashboard/platform/charges/${charge?.id}/refund`, { amount: '9' });
  expect((await fixture.stripe.charges.list()).data).toMatchObject([{ refunded: true }]);
  await fixture.sandbox.close();
});
