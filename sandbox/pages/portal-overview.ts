import { html } from 'hono/html';
import { methodFor } from '../billing/cards-of.ts';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { alert, nothing, table } from './layout.ts';
import { dayText, priceText } from './plan-words.ts';
import { hasFeature, isOver, pageStep, subscriptionsOf, type Portal, type Step } from './portal-frame.ts';
import { cardText, isOwing, owedInvoice, plannedText, planText, stateText } from './portal-words.ts';
import { stateMark } from './subscribers.ts';

type Markup = ReturnType<typeof html>;
type Subscription = Objects['subscription'];

/** Messages of the overview after an action. */
const news: Record<string, string> = {
  card: 'Your card is saved. The next payments go to it.',
  paid: 'Your card is saved and the open invoice is paid.',
  started: 'Your plan runs again.',
  plan: 'Your plan is changed.',
  planned: 'Your plan changes at the end of this period.',
  kept: 'You stay on your plan. The planned change is taken back.',
  canceled: 'Your plan is canceled.',
  undone: 'Your plan goes on. The cancellation is taken back.',
};

export const newsOf = (done: string | undefined): Markup =>
  done !== undefined && Object.hasOwn(news, done)
    ? html`<p class="news" role="status">${news[done]}</p>`
    : nothing;

const key = (portal: Portal, path: string, words: string): Markup =>
  html`<form method="post" action="${portal.base}/${path}"><button class="quiet">${words}</button></form>`;

const link = (portal: Portal, path: string, words: string, kind = 'quiet'): Markup =>
  html`<a class="button ${kind}" href="${portal.base}/${path}">${words}</a>`;

export const invoiceAddress = (portal: Portal, invoice: string): string =>
  `/sandbox/invoice/${invoice}?portal=${portal.session.id}`;

const cancelKeys = (portal: Portal, subscription: Subscription): Markup => {
  if (!hasFeature(portal, 'subscription_cancel')) return nothing;
  return subscription.cancel_at === null
    ? link(portal, `cancel/${subscription.id}`, 'Cancel plan')
    : key(portal, `undo/${subscription.id}`, 'Don’t cancel plan');
};

const owedKey = (portal: Portal, subscription: Subscription): Markup => {
  const owed = owedInvoice(portal.call, subscription);
  if (!owed) return nothing;
  const words = `Pay ${formatAmount(owed.amount_remaining, owed.currency)}`;
  return html`<a class="button" href="${invoiceAddress(portal, owed.id)}">${words}</a>`;
};

const startKey = (portal: Portal, subscription: Subscription): Markup => {
  if (subscription.status !== 'paused') return nothing;
  return methodFor(portal.call, subscription)
    ? link(portal, `start/${subscription.id}`, 'Start subscription', '')
    : link(portal, 'card', 'Add a card to start again', '');
};

const pendingText = (call: Call, subscription: Subscription): string | undefined => {
  const pending = subscription.pending_update;
  const price = pending?.subscription_items?.[0]?.price;
  if (!pending || !price) return undefined;
  const changed = {
    ...subscription,
    items: { ...subscription.items, data: pending.subscription_items ?? [] },
  };
  return `The change to ${planText(call, changed)} waits for its payment until ${dayText(pending.expires_at)}.`;
};

const planSheet = (portal: Portal, subscription: Subscription): Markup => {
  const { call } = portal;
  const [item] = subscription.items.data;
  const planned = plannedText(call, subscription);
  const pending = pendingText(call, subscription);
  const live = !isOver(subscription);
  return html`<section class="sheet">
    <div class="row">
      <h2>Plan</h2>
      ${stateMark(subscription.status)}
    </div>
    <div class="head">
      <p class="large">${planText(call, subscription)}</p>
      ${item ? html`<p>${priceText(item.price, item.quantity ?? 1)}</p>` : nothing}
      <p class="soft">${stateText(call, subscription)}</p>
      ${pending ? html`<p class="soft">${pending}</p>` : nothing}
    </div>
    ${
      live
        ? html`<div class="keys">
            ${owedKey(portal, subscription)}${startKey(portal, subscription)}
            ${hasFeature(portal, 'subscription_update') && !isOwing(subscription) ? link(portal, `plan/${subscription.id}`, 'Change plan') : nothing}
            ${planned ? key(portal, `keep/${subscription.id}`, `Stay on ${planText(call, subscription)}`) : nothing}
            ${cancelKeys(portal, subscription)}
          </div>`
        : nothing
    }
  </section>`;
};

const cardSheet = (portal: Portal): Markup => {
  if (!hasFeature(portal, 'payment_method_update')) return nothing;
  const id = portal.customer.invoice_settings.default_payment_method as string | null;
  const method = id === null ? undefined : portal.call.books.find('payment_method', id);
  const card = method?.card;
  return html`<section class="sheet">
    <h2>Card</h2>
    ${
      method && card
        ? html`<p>
            ${cardText(method)}
            <span class="soft">· expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}</span>
          </p>`
        : html`<p class="soft">No card is on file.</p>`
    }
    <div class="keys">${link(portal, 'card', method ? 'Change card' : 'Add a card')}</div>
  </section>`;
};

const invoicesSheet = (portal: Portal): Markup => {
  if (!hasFeature(portal, 'invoice_history')) return nothing;
  const { data } = portal.call.books.page('invoice', {
    limit: 50,
    where: where('customer', portal.customer.id),
  });
  const rows = data
    .filter((invoice) => invoice.status !== 'draft')
    .map(
      (invoice) =>
        html`<tr>
          <td>
            <a href="${invoiceAddress(portal, invoice.id)}" aria-label="Invoice ${invoice.number}"
              >${dayText(invoice.created)}</a
            >
          </td>
          <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
          <td>${stateMark(invoice.status)}</td>
          <td>${(invoice.lines.data.at(-1)?.description ?? '').replace(/^1 × /, '')}</td>
        </tr>`,
    );
  return html`<section class="sheet">
    <h2>Invoices</h2>
    ${rows.length === 0 ? html`<p class="soft">None yet.</p>` : table('Invoices', ['Date', 'Amount', 'State', 'For'], rows)}
  </section>`;
};

const legalLinks = ({ configuration }: Portal): Markup => {
  const { terms_of_service_url: terms, privacy_policy_url: privacy } = configuration.business_profile;
  if (terms === null && privacy === null) return nothing;
  return html`<p class="soft small links">
    ${terms === null ? nothing : html`<a href="${terms}">Terms</a>`}
    ${privacy === null ? nothing : html`<a href="${privacy}">Privacy</a>`}
  </p>`;
};

/** The portal's overview: plan, card and invoices, with the message of `completedAction` or an error. */
export const overviewOf = (portal: Portal, done?: string, problem?: string): Step => {
  const subscriptions = subscriptionsOf(portal);
  return pageStep(
    portal,
    portal.configuration.business_profile.headline ?? 'Your plan and payments',
    html`${alert(problem)}${newsOf(done)}
    ${
      subscriptions.length === 0
        ? html`<section class="sheet">
            <h2>Plan</h2>
            <p class="soft">You have no plan here.</p>
          </section>`
        : subscriptions.map((subscription) => planSheet(portal, subscription))
    }
    ${cardSheet(portal)}${invoicesSheet(portal)}${legalLinks(portal)}`,
    problem === undefined ? 200 : 422,
  );
};
