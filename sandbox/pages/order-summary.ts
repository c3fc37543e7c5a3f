import { html } from 'hono/html';

import { itemsOf } from '../api/checkout-line-items.ts';
import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Objects } from '../core/objects.ts';
import { nothing } from './layout.ts';

type Session = Objects['checkout.session'];
type Item = Objects['item'];

export const totalText = (session: Session): string =>
  formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** Formats the billing interval with a leading space: " per month", " every 3 months"; empty for a one-time payment. */
const intervalText = (items: Item[]): string => {
  const recurring = items.find((item) => item.price?.recurring)?.price?.recurring;
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? ` per ${recurring.interval}`
    : ` every ${recurring.interval_count} ${recurring.interval}s`;
};

export const findMerchantName = (call: CallContext, session: Session): string => {
  const displayName: unknown = session.branding_settings?.display_name;
  if (typeof displayName === 'string' && displayName !== '') return displayName;
  const account = getAccount(call);
  return account.business_profile?.name ?? account.settings?.dashboard.display_name ?? 'A shop';
};

const itemRow = (call: CallContext, item: Item, interval: string) => {
  const product = call.repository.find('product', item.price?.product ?? '');
  const [image] = product?.images ?? [];
  return html`<div class="item">
    ${image ? html`<img src="${image}" alt="" />` : nothing}
    <div class="words">
      <h2>${item.description}${item.quantity === 1 ? '' : ` × ${item.quantity}`}</h2>
      ${product?.description ? html`<p>${product.description}</p>` : nothing}
    </div>
    <span class="amount"
      >${formatAmount(item.amount_subtotal, item.currency)}${item.price?.recurring ? html`<span class="soft small">${interval}</span>` : nothing}</span
    >
  </div>`;
};

const amountRows = (call: CallContext, session: Session, interval: string) => {
  const currency = session.currency ?? 'usd';
  const discount = session.total_details?.amount_discount ?? 0;
  const coupon = session.hidden?.coupon ? call.repository.find('coupon', session.hidden.coupon) : undefined;
  return html`<dl class="sum">
    ${
      discount > 0
        ? html`<dt>Subtotal</dt>
            <dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd>
            <dt class="off">${coupon?.name ?? 'Discount'}</dt>
            <dd class="off">−${formatAmount(discount, currency)}</dd>`
        : nothing
    }
    <dt class="total">Total${session.mode === 'subscription' ? ' today' : ''}</dt>
    <dd class="total">${totalText(session)}</dd>
    ${
      session.mode === 'subscription'
        ? html`<dt class="soft small">Renewal</dt>
            <dd class="soft small">${renewalText(call, session, interval)}</dd>`
        : nothing
    }
  </dl>`;
};

const renewalText = (call: CallContext, session: Session, interval: string): string => {
  const coupon = session.hidden?.coupon ? call.repository.find('coupon', session.hidden.coupon) : undefined;
  const isLasting = coupon?.duration !== 'once';
  const recurring = itemsOf(call, session.id).filter((item) => item.price?.recurring);
  const amount = recurring.reduce((sum, item) => sum + (isLasting ? item.amount_total : item.amount_subtotal), 0);
  return `${formatAmount(amount, session.currency ?? 'usd')}${interval}`;
};

/** The order summary: merchant, items and total. */
export const orderSummary = (call: CallContext, session: Session) => {
  const items = itemsOf(call, session.id);
  const interval = intervalText(items);
  return html`<section class="sheet" aria-label="Order summary">
    <p class="soft">
      ${session.mode === 'subscription' ? 'Subscribe to' : 'Pay'}
      <strong>${findMerchantName(call, session)}</strong>
    </p>
    ${items.map((item) => itemRow(call, item, interval))} ${amountRows(call, session, interval)}
  </section>`;
};
