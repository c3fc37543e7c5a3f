import { html } from 'hono/html';
import { itemsOf } from '../api/checkout-items.ts';
import { ownAccount } from '../connected-accounts.ts';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { nothing } from './layout.ts';

type Session = Objects['checkout.session'];
type Item = Objects['item'];

export const totalText = (session: Session): string =>
  formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** Formats the billing interval with a leading space: " per month", " every 3 months"; empty for a one-time payment. */
const rhythm = (items: Item[]): string => {
  const recurring = items.find((item) => item.price?.recurring)?.price?.recurring;
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? ` per ${recurring.interval}`
    : ` every ${recurring.interval_count} ${recurring.interval}s`;
};

export const merchantOf = (call: Call, session: Session): string => {
  const shown: unknown = session.branding_settings?.display_name;
  if (typeof shown === 'string' && shown !== '') return shown;
  const account = ownAccount(call);
  return account.business_profile?.name ?? account.settings?.dashboard.display_name ?? 'A shop';
};

const line = (call: Call, item: Item, every: string) => {
  const product = call.books.find('product', item.price?.product ?? '');
  const [picture] = product?.images ?? [];
  return html`<div class="item">
    ${picture ? html`<img src="${picture}" alt="" />` : nothing}
    <div class="words">
      <h2>${item.description}${item.quantity === 1 ? '' : ` × ${item.quantity}`}</h2>
      ${product?.description ? html`<p>${product.description}</p>` : nothing}
    </div>
    <span class="amount"
      >${formatAmount(item.amount_subtotal, item.currency)}${item.price?.recurring ? html`<span class="soft small">${every}</span>` : nothing}</span
    >
  </div>`;
};

const sums = (call: Call, session: Session, every: string) => {
  const currency = session.currency ?? 'usd';
  const off = session.total_details?.amount_discount ?? 0;
  const coupon = session.hidden?.coupon ? call.books.find('coupon', session.hidden.coupon) : undefined;
  return html`<dl class="sum">
    ${
      off > 0
        ? html`<dt>Subtotal</dt>
            <dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd>
            <dt class="off">${coupon?.name ?? 'Discount'}</dt>
            <dd class="off">−${formatAmount(off, currency)}</dd>`
        : nothing
    }
    <dt class="total">Total${session.mode === 'subscription' ? ' today' : ''}</dt>
    <dd class="total">${totalText(session)}</dd>
    ${
      session.mode === 'subscription'
        ? html`<dt class="soft small">Renewal</dt>
            <dd class="soft small">${thenText(call, session, every)}</dd>`
        : nothing
    }
  </dl>`;
};

const thenText = (call: Call, session: Session, every: string): string => {
  const coupon = session.hidden?.coupon ? call.books.find('coupon', session.hidden.coupon) : undefined;
  const lasts = coupon?.duration !== 'once';
  const recurring = itemsOf(call, session.id).filter((item) => item.price?.recurring);
  const amount = recurring.reduce((sum, item) => sum + (lasts ? item.amount_total : item.amount_subtotal), 0);
  return `${formatAmount(amount, session.currency ?? 'usd')}${every}`;
};

/** The order summary: merchant, items and total. */
export const summary = (call: Call, session: Session) => {
  const items = itemsOf(call, session.id);
  const every = rhythm(items);
  return html`<section class="sheet" aria-label="Order summary">
    <p class="soft">
      ${session.mode === 'subscription' ? 'Subscribe to' : 'Pay'}
      <strong>${merchantOf(call, session)}</strong>
    </p>
    ${items.map((item) => line(call, item, every))} ${sums(call, session, every)}
  </section>`;
};
