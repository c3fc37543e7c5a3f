import { expect, test } from 'vitest';

import { cardFields, openPayingFixture, openPortalFixture, type PortalFixture } from '../testing/portal-fixture.ts';
import { idOf } from '../testing/sandbox-fixture.ts';

const GOOD_CARD = '4242 4242 4242 4242';

/** Opens a subscription with an unpaid first invoice and the path of the invoice's page. */
const openUnpaidFixture = async () => {
  const fixture = await openPortalFixture();
  const { id, latest_invoice: invoice } = await fixture.subscribe(fixture.prices[1], {
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice'],
  });
  if (typeof invoice !== 'object' || !invoice?.hosted_invoice_url) throw new Error('no invoice');
  return { ...fixture, id, invoice: invoice.id, page: invoice.hosted_invoice_url };
};

const getInvoiceState = async ({ stripe }: PortalFixture, invoice: string) =>
  (await stripe.invoices.retrieve(invoice)).status;

test('shows an open invoice, pays it with a card and shows a receipt', async () => {
  const fixture = await openUnpaidFixture();
  const openPage = await fixture.getPage(fixture.page);
  for (const text of ['$29.00', 'Growth', 'Payment due.', 'Card number']) expect(openPage.text).toContain(text);
  const paid = await fixture.postForm(fixture.page, cardFields(GOOD_CARD));
  expect(paid.status).toBe(303);
  expect(await getInvoiceState(fixture, fixture.invoice)).toBe('paid');
  expect((await fixture.subscription(fixture.id)).status).toBe('active');
  const receipt = await fixture.getPage(paid.to ?? '');
  expect(receipt.text).toContain('with Visa ending in 4242');
  expect(receipt.text).not.toContain('Card number');
  await fixture.postForm(fixture.page, cardFields(GOOD_CARD));
  expect((await fixture.stripe.charges.list()).data).toHaveLength(1);
  await fixture.sandbox.close();
});

test('shows the decline and leaves the invoice open', async () => {
  const fixture = await openUnpaidFixture();
  const declined = await fixture.postForm(fixture.page, cardFields('4000 0000 0000 9995'));
  expect([declined.status, declined.text]).toEqual([402, expect.stringContaining('Your card has insufficient funds.')]);
  const invalidResponse = await fixture.postForm(fixture.page, { ...cardFields(GOOD_CARD), cvc: '1' });
  expect([invalidResponse.status, invalidResponse.text]).toEqual([
    422,
    expect.stringContaining('security code is incomplete'),
  ]);
  expect(await getInvoiceState(fixture, fixture.invoice)).toBe('open');
  await fixture.sandbox.close();
});

test('requires 3D Secure before the invoice is paid', async () => {
  const fixture = await openUnpaidFixture();
  const authenticate = async (action: string) => {
    const payResponse = await fixture.postForm(fixture.page, cardFields('4000 0027 6000 3184'));
    expect(payResponse.to).toBe(`/sandbox/invoice/${fixture.invoice}/3ds`);
    expect((await fixture.getPage(payResponse.to ?? '')).text).toContain('want to pay <strong>$29.00</strong>');
    return fixture.postForm(payResponse.to ?? '', { action });
  };
  const declinedResponse = await authenticate('decline');
  expect([declinedResponse.status, declinedResponse.text]).toEqual([
    402,
    expect.stringContaining('unable to authenticate'),
  ]);
  expect(await getInvoiceState(fixture, fixture.invoice)).toBe('open');
  await authenticate('complete');
  expect(await getInvoiceState(fixture, fixture.invoice)).toBe('paid');
  await fixture.sandbox.close();
});

test('pays with the card on file and saves a better card for later payments', async () => {
  const fixture = await openPayingFixture();
  await fixture.postForm(`${await fixture.openPortal()}/card`, cardFields('4000 0000 0000 0341'));
  fixture.advanceDays(32);
  const { latest_invoice: invoice } = await fixture.subscription(fixture.id);
  const page = (typeof invoice === 'object' && invoice?.hosted_invoice_url) || '';
  expect((await fixture.getPage(page)).text).toContain('Pay with Visa ending in 0341');
  expect((await fixture.postForm(page, { card: 'saved' })).status).toBe(402);
  await fixture.stripe.subscriptions.update(fixture.id, {
    payment_settings: { save_default_payment_method: 'on_subscription' },
  });
  await fixture.postForm(page, cardFields(GOOD_CARD));
  const after = await fixture.subscription(fixture.id);
  expect(after.status).toBe('active');
  const method = await fixture.stripe.paymentMethods.retrieve(idOf(after.default_payment_method));
  expect(method.card?.last4).toBe('4242');
  await fixture.sandbox.close();
});

test('refuses to pay a voided invoice', async () => {
  const fixture = await openUnpaidFixture();
  await fixture.stripe.invoices.voidInvoice(fixture.invoice);
  const page = await fixture.getPage(fixture.page);
  expect(page.text).toContain('No payment is due.');
  expect(page.text).not.toContain('Card number');
  await fixture.postForm(fixture.page, cardFields(GOOD_CARD));
  expect(await getInvoiceState(fixture, fixture.invoice)).toBe('void');
  expect((await fixture.getPage('/invoice/in_1unknown')).status).toBe(404);
  await fixture.sandbox.close();
});
