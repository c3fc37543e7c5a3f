import { html } from 'hono/html';

import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { nothing } from './layout.ts';
import { shortDateText, formatLineAmount, cardText } from './plan-text.ts';
import { stateBadge } from './subscriptions-section.ts';

type Invoice = Objects['invoice'];
type AmountField = 'amount_due' | 'amount_paid' | 'amount_remaining' | 'subtotal' | 'total';

/** Formats one of an invoice's amounts. */
export const formatInvoiceAmount = (invoice: Invoice, field: AmountField): string =>
  formatAmount(invoice[field], invoice.currency);

const findPaymentMethod = (call: CallContext, invoice: Invoice): string | undefined => {
  const [payment] = call.repository.page('invoice_payment', {
    limit: 1,
    where: whereProperty('invoice', invoice.id),
  }).data;
  const intent = call.repository.find('payment_intent', (payment?.payment.payment_intent ?? '') as string);
  const method = call.repository.find('payment_method', String(intent?.payment_method));
  return method && cardText(method);
};

const describeState = (call: CallContext, invoice: Invoice): string => {
  const { paid_at: paid, voided_at: voided } = invoice.status_transitions;
  if (paid !== null) {
    const card = invoice.amount_paid > 0 ? findPaymentMethod(call, invoice) : undefined;
    return `Paid on ${shortDateText(paid)}${card ? ` with ${card}` : ''}.`;
  }
  if (voided !== null) return `Taken back on ${shortDateText(voided)}. Nothing is to be paid.`;
  if (invoice.status === 'draft') return 'A draft: it will be charged soon.';
  if (invoice.next_payment_attempt !== null)
    return `Open. It is tried again on ${shortDateText(invoice.next_payment_attempt)}.`;
  return 'Open.';
};

const lineRow = (invoice: Invoice, item: Invoice['lines']['data'][number]): Markup =>
  html`<dt>
      ${item.description}<span class="soft small block"
        >${shortDateText(item.period.start)} – ${shortDateText(item.period.end)}</span
      >
    </dt>
    <dd>${formatLineAmount(item.amount, invoice.currency)}</dd>`;

const amountRow = (label: string, value: string, kind = ''): Markup =>
  html`<dt class="${kind}">${label}</dt>
    <dd class="${kind}">${value}</dd>`;

const amountRows = (invoice: Invoice): Markup => {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const balance = invoice.amount_due - invoice.total;
  return html`<dl class="sum">
    ${discount > 0 ? amountRow('Discount', `−${formatAmount(discount, invoice.currency)}`, 'off') : nothing}
    ${discount > 0 || balance !== 0 ? amountRow('Total', formatInvoiceAmount(invoice, 'total')) : nothing}
    ${balance === 0 ? nothing : amountRow('Balance', formatLineAmount(balance, invoice.currency))}
    ${amountRow('Amount due', formatInvoiceAmount(invoice, 'amount_due'), 'total')}
    ${invoice.amount_paid > 0 ? amountRow('Paid', formatInvoiceAmount(invoice, 'amount_paid'), 'off') : nothing}
  </dl>`;
};

/** Renders an invoice like a receipt. */
export const invoiceSection = (call: CallContext, invoice: Invoice): Markup =>
  html`<section class="sheet" aria-label="Invoice">
    <div class="row">
      <h2>${invoice.number ?? 'Draft'}</h2>
      ${stateBadge(invoice.status)}
    </div>
    <p class="soft">
      ${describeState(call, invoice)} For ${invoice.customer_name ?? invoice.customer_email ?? 'a customer'}, made on
      ${shortDateText(invoice.created)}.
    </p>
    <dl class="sum lines">${invoice.lines.data.map((item) => lineRow(invoice, item))}</dl>
    ${amountRows(invoice)}
  </section>`;
