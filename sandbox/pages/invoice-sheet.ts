import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { nothing } from './layout.ts';
import { dayText, lineAmount } from './plan-words.ts';
import { cardText } from './portal-words.ts';
import { stateMark } from './subscribers.ts';

type Markup = ReturnType<typeof html>;
type Invoice = Objects['invoice'];
type Sum = 'amount_due' | 'amount_paid' | 'amount_remaining' | 'subtotal' | 'total';

/** Formats one of an invoice's amounts. */
export const ofInvoice = (invoice: Invoice, sum: Sum): string => formatAmount(invoice[sum], invoice.currency);

const paidWith = (call: Call, invoice: Invoice): string | undefined => {
  const [payment] = call.books.page('invoice_payment', {
    limit: 1,
    where: where('invoice', invoice.id),
  }).data;
  const intent = call.books.find('payment_intent', (payment?.payment.payment_intent ?? '') as string);
  const method = call.books.find('payment_method', String(intent?.payment_method));
  return method && cardText(method);
};

const stateOf = (call: Call, invoice: Invoice): string => {
  const { paid_at: paid, voided_at: voided } = invoice.status_transitions;
  if (paid !== null) {
    const card = invoice.amount_paid > 0 ? paidWith(call, invoice) : undefined;
    return `Paid on ${dayText(paid)}${card ? ` with ${card}` : ''}.`;
  }
  if (voided !== null) return `Taken back on ${dayText(voided)}. Nothing is to be paid.`;
  if (invoice.status === 'draft') return 'A draft: it will be charged soon.';
  if (invoice.next_payment_attempt !== null)
    return `Open. It is tried again on ${dayText(invoice.next_payment_attempt)}.`;
  return 'Open.';
};

const line = (invoice: Invoice, one: Invoice['lines']['data'][number]): Markup =>
  html`<dt>
      ${one.description}<span class="soft small block"
        >${dayText(one.period.start)} – ${dayText(one.period.end)}</span
      >
    </dt>
    <dd>${lineAmount(one.amount, invoice.currency)}</dd>`;

const sumLine = (words: string, value: string, kind = ''): Markup =>
  html`<dt class="${kind}">${words}</dt>
    <dd class="${kind}">${value}</dd>`;

const sums = (invoice: Invoice): Markup => {
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const balance = invoice.amount_due - invoice.total;
  return html`<dl class="sum">
    ${off > 0 ? sumLine('Discount', `−${formatAmount(off, invoice.currency)}`, 'off') : nothing}
    ${off > 0 || balance !== 0 ? sumLine('Total', ofInvoice(invoice, 'total')) : nothing}
    ${balance === 0 ? nothing : sumLine('Balance', lineAmount(balance, invoice.currency))}
    ${sumLine('Amount due', ofInvoice(invoice, 'amount_due'), 'total')}
    ${invoice.amount_paid > 0 ? sumLine('Paid', ofInvoice(invoice, 'amount_paid'), 'off') : nothing}
  </dl>`;
};

/** Renders an invoice like a receipt. */
export const invoiceSheet = (call: Call, invoice: Invoice): Markup =>
  html`<section class="sheet" aria-label="Invoice">
    <div class="row">
      <h2>${invoice.number ?? 'Draft'}</h2>
      ${stateMark(invoice.status)}
    </div>
    <p class="soft">
      ${stateOf(call, invoice)} For ${invoice.customer_name ?? invoice.customer_email ?? 'a customer'}, made
      on ${dayText(invoice.created)}.
    </p>
    <dl class="sum lines">${invoice.lines.data.map((one) => line(invoice, one))}</dl>
    ${sums(invoice)}
  </section>`;
