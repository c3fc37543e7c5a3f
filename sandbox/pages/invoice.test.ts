import { expect, test } from 'vitest';
import { idOf } from '../rehearsal.ts';
import { cardOf, openPaying, openPortalRehearsal, type PortalRehearsal } from './portal-rehearsal.ts';

const good = '4242 4242 4242 4242';

/** Opens a subscription with an unpaid first invoice and the path of the invoice's page. */
const openUnpaid = async () => {
  const rehearsal = await openPortalRehearsal();
  const { id, latest_invoice: invoice } = await rehearsal.subscribe(rehearsal.prices[1], {
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice'],
  });
  if (typeof invoice !== 'object' || !invoice?.hosted_invoice_url) throw new Error('no invoice');
  return { ...rehearsal, id, invoice: invoice.id, page: invoice.hosted_invoice_url };
};

const stateOf = async ({ stripe }: PortalRehearsal, invoice: string) =>
  (await stripe.invoices.retrieve(invoice)).status;

test('shows an open invoice, pays it with a card and shows a receipt', async () => {
  const rehearsal = await openUnpaid();
  const open = await rehearsal.see(rehearsal.page);
  for (const words of ['$29.00', 'Growth', 'Open.', 'Card number']) expect(open.text).toContain(words);
  const paid = await rehearsal.send(rehearsal.page, cardOf(good));
  expect(paid.status).toBe(303);
  expect(await stateOf(rehearsal, rehearsal.invoice)).toBe('paid');
  expect((await rehearsal.subscription(rehearsal.id)).status).toBe('active');
  const receipt = await rehearsal.see(paid.to ?? '');
  expect(receipt.text).toContain('with Visa ending in 4242');
  expect(receipt.text).not.toContain('Card number');
  await rehearsal.send(rehearsal.page, cardOf(good));
  expect((await rehearsal.stripe.charges.list()).data).toHaveLength(1);
  await rehearsal.sandbox.close();
});

test('shows the decline and leaves the invoice open', async () => {
  const rehearsal = await openUnpaid();
  const declined = await rehearsal.send(rehearsal.page, cardOf('4000 0000 0000 9995'));
  expect([declined.status, declined.text]).toEqual([
    402,
    expect.stringContaining('Your card has insufficient funds.'),
  ]);
  const wrong = await rehearsal.send(rehearsal.page, { ...cardOf(good), cvc: '1' });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('security code is incomplete')]);
  expect(await stateOf(rehearsal, rehearsal.invoice)).toBe('open');
  await rehearsal.sandbox.close();
});

test('requires 3-D Secure before the invoice is paid', async () => {
  const rehearsal = await openUnpaid();
  const ask = async (action: string) => {
    const asked = await rehearsal.send(rehearsal.page, cardOf('4000 0027 6000 3184'));
    expect(asked.to).toBe(`/sandbox/invoice/${rehearsal.invoice}/3ds`);
    expect((await rehearsal.see(asked.to ?? '')).text).toContain(
      'really you who pays <strong>$29.00</strong>',
    );
    return rehearsal.send(asked.to ?? '', { action });
  };
  const refused = await ask('decline');
  expect([refused.status, refused.text]).toEqual([402, expect.stringContaining('unable to authenticate')]);
  expect(await stateOf(rehearsal, rehearsal.invoice)).toBe('open');
  await ask('complete');
  expect(await stateOf(rehearsal, rehearsal.invoice)).toBe('paid');
  await rehearsal.sandbox.close();
});

test('pays with the card on file and saves a better card for later payments', async () => {
  const rehearsal = await openPaying();
  await rehearsal.send(`${await rehearsal.open()}/card`, cardOf('4000 0000 0000 0341'));
  rehearsal.wait(32);
  const { latest_invoice: invoice } = await rehearsal.subscription(rehearsal.id);
  const page = (typeof invoice === 'object' && invoice?.hosted_invoice_url) || '';
  expect((await rehearsal.see(page)).text).toContain('Pay with Visa ending in 0341');
  expect((await rehearsal.send(page, { card: 'saved' })).status).toBe(402);
  await rehearsal.stripe.subscriptions.update(rehearsal.id, {
    payment_settings: { save_default_payment_method: 'on_subscription' },
  });
  await rehearsal.send(page, cardOf(good));
  const after = await rehearsal.subscription(rehearsal.id);
  expect(after.status).toBe('active');
  const method = await rehearsal.stripe.paymentMethods.retrieve(idOf(after.default_payment_method));
  expect(method.card?.last4).toBe('4242');
  await rehearsal.sandbox.close();
});

test('refuses to pay a voided invoice', async () => {
  const rehearsal = await openUnpaid();
  await rehearsal.stripe.invoices.voidInvoice(rehearsal.invoice);
  const page = await rehearsal.see(rehearsal.page);
  expect(page.text).toContain('Nothing is to be paid.');
  expect(page.text).not.toContain('Card number');
  await rehearsal.send(rehearsal.page, cardOf(good));
  expect(await stateOf(rehearsal, rehearsal.invoice)).toBe('void');
  expect((await rehearsal.see('/invoice/in_1unknown')).status).toBe(404);
  await rehearsal.sandbox.close();
});
