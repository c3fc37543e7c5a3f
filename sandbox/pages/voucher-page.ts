import type { Hono } from 'hono';
import { html } from 'hono/html';

import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { expireVoucher, isOpenVoucher, payVoucher } from '../payments/vouchers.ts';
import { actionButtons, dashboardPath, dateText, findAction, nothing, page, section, type Markup } from './layout.ts';
import { objectPages, type Fields, type PageDependencies } from './page-dependencies.ts';

type Intent = Objects['payment_intent'];

const MAX_ROWS = 50;

const returnLink = (call: CallContext, { id }: Intent): Markup => {
  const [session] = call.repository.list('checkout.session', { payment_intent: id }, 1);
  if (!session?.success_url) return nothing;
  const url = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return html`<p><a class="button quiet" href="${url}">Return to the seller</a></p>`;
};

const voucherDetails = ({ next_action: nextAction, amount, currency }: Intent): Markup => {
  const details = nextAction?.multibanco_display_details;
  return html`<dl class="sum">
    <dt>Entity</dt>
    <dd>${details?.entity}</dd>
    <dt>Reference</dt>
    <dd>${details?.reference}</dd>
    <dt>Pay by</dt>
    <dd>${dateText(details?.expires_at ?? 0)}</dd>
    <dt class="total">Amount</dt>
    <dd class="total">${formatAmount(amount, currency)}</dd>
  </dl>`;
};

const voucherPage = (call: CallContext, intent: Intent): Markup => {
  const isOpen = isOpenVoucher(intent);
  const title = isOpen ? 'Your voucher' : intent.status === 'succeeded' ? 'Voucher paid' : 'Voucher expired';
  return page(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      ${
        isOpen
          ? html`${voucherDetails(intent)}
              <form method="post" action="/sandbox/voucher/${intent.id}">
                <button>Pay voucher</button>
              </form>`
          : nothing
      }
      ${returnLink(call, intent)}
    </section>`,
  );
};

/** The voucher that a buyer pays at an ATM or in their bank's app. */
export const voucherPages = (dependencies: PageDependencies): Hono => {
  const { app, get, post } = objectPages(dependencies, 'payment_intent');
  get('', (call, intent) => ({ body: voucherPage(call, intent) }));
  post('', (call, intent) => {
    if (isOpenVoucher(intent)) payVoucher(call, intent.id);
    return { to: `/sandbox/voucher/${intent.id}` };
  });
  return app;
};

/** Lists the vouchers of an account that wait for their payment. */
export const vouchersSection = (call: CallContext): Markup => {
  const vouchers = call.repository
    .list('payment_intent', { status: 'requires_action' }, MAX_ROWS)
    .filter(isOpenVoucher);
  if (vouchers.length === 0) return nothing;
  const rows = vouchers.map((intent) => {
    const action = `${dashboardPath(call.account)}/vouchers/${intent.id}`;
    const amount = formatAmount(intent.amount, intent.currency);
    return html`<tr id="${intent.id}">
      <td class="number">${amount}</td>
      <td>${intent.description ?? ''}</td>
      <td>${dateText(intent.next_action?.multibanco_display_details?.expires_at ?? 0)}</td>
      <td>${actionButtons(action, `voucher over ${amount}`, { pay: 'Mark as paid', expire: 'Let expire' })}</td>
    </tr>`;
  });
  return section('Open vouchers', ['Amount', 'Description', 'Expires', 'Actions'], rows, '');
};

export const resolveVoucher = (call: CallContext, id: string, { act = '' }: Fields): void =>
  findAction({ pay: payVoucher, expire: expireVoucher }, act)(call, id);
