import { html } from 'hono/html';
import { productsIn } from '../api/portal-configurations.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import { methodFor } from '../billing/cards-of.ts';
import { previewInvoice } from '../billing/preview.ts';
import { releaseSchedule, scheduleDowngrade } from '../billing/schedules.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { nothing } from './layout.ts';
import { dayText, lineAmount, priceText, productName } from './plan-words.ts';
import { finish, needFeature, ownSubscription, pageStep, type Portal, type Step } from './portal-frame.ts';
import { invoiceAddress } from './portal-overview.ts';
import { cardText, isOwing, plannedChange, plannedText, planText } from './portal-words.ts';

type Markup = ReturnType<typeof html>;
type Subscription = Objects['subscription'];
type Price = Objects['price'];
/** When a change to a price takes effect: never (it is the current one), in the trial, at the period's end, or now. */
type Way = 'held' | 'trial' | 'later' | 'now';

const offered = ({ call, configuration }: Portal): Price[] =>
  productsIn(configuration).flatMap(({ prices }) => prices.map((id) => call.books.get('price', id)));

const wayTo = ({ configuration }: Portal, subscription: Subscription, price: Price): Way => {
  const { schedule_at_period_end: later, trial_update_behavior: trial } =
    configuration.features.subscription_update;
  const [item] = subscription.items.data;
  if (!item || item.price.id === price.id) return 'held';
  if (subscription.status === 'paused') return 'trial';
  if (subscription.status === 'trialing' && trial === 'continue_trial') return 'trial';
  const cheaper = (price.unit_amount ?? 0) < (item.price.unit_amount ?? 0);
  return cheaper && later.conditions.some(({ type }) => type === 'decreasing_item_amount') ? 'later' : 'now';
};

/** Returns the update parameters of a change. */
const updateTo = ({ call, configuration }: Portal, subscription: Subscription, price: Price, way: Way) => {
  const { proration_behavior: behavior } = configuration.features.subscription_update;
  const unchanged = { quantity: undefined, deleted: undefined, metadata: undefined, clear_usage: undefined };
  const items = [{ ...unchanged, id: subscription.items.data[0]?.id, price: price.id }];
  if (way === 'trial') return { items, proration_behavior: 'none' as const };
  if (subscription.status === 'trialing') return { items, trial_end: 'now' as const };
  return {
    items,
    proration_behavior: behavior as 'always_invoice' | 'create_prorations' | 'none',
    proration_date: call.now,
  };
};

/** Refuses plan changes while money is owed or before the first payment. */
const checkState = (subscription: Subscription): void => {
  if (isOwing(subscription)) throw refusal('Pay the open invoice first. After that the plan can be changed.');
};

const choice = (portal: Portal, subscription: Subscription, price: Price): Markup => {
  const way = wayTo(portal, subscription, price);
  const name = productName(portal.call, price);
  const about = portal.call.books.find('product', price.product)?.description;
  return html`<section class="sheet">
    <div class="row">
      <h2>${name}</h2>
      <span class="number">${priceText(price)}</span>
    </div>
    ${about ? html`<p class="soft">${about}</p>` : nothing}
    ${
      way === 'held'
        ? html`<p><span class="mark good">your plan</span></p>`
        : html`<a class="button quiet" href="${portal.base}/plan/${subscription.id}/${price.id}"
            >Choose ${name}</a
          >`
    }
  </section>`;
};

/** The page with the plans that the portal offers. */
export const plansPage = (portal: Portal, id: string): Step => {
  needFeature(portal, 'subscription_update');
  const subscription = ownSubscription(portal, id);
  checkState(subscription);
  const planned = plannedText(portal.call, subscription);
  const body = html`${planned ? html`<p class="soft">${planned} Choosing a plan here replaces that.</p>` : nothing}
  ${offered(portal).map((price) => choice(portal, subscription, price))}
  ${portal.session.flow ? nothing : html`<a class="button quiet" href="${portal.base}">Back</a>`}`;
  return pageStep(portal, 'Change your plan', body);
};

const sums = (portal: Portal, subscription: Subscription, price: Price, way: Way): Markup => {
  const { call } = portal;
  const preview = previewInvoice(call, subscription.id, updateTo(portal, subscription, price, way));
  const now = preview.billing_reason === 'subscription_update';
  const method = methodFor(call, subscription);
  const { currency } = subscription;
  const end = subscription.items.data[0]?.current_period_end ?? call.now;
  return html`<dl class="sum">
      ${(now ? preview.lines.data : []).map(
        (line) =>
          html`<dt>${line.description}</dt>
            <dd>${lineAmount(line.amount, currency)}</dd>`,
      )}
      <dt class="total">Charged today</dt>
      <dd class="total">${formatAmount(now ? preview.amount_due : 0, currency)}</dd>
      <dt class="soft small">${now ? `From ${dayText(end)} on` : 'From then on'}</dt>
      <dd class="soft small">${priceText(price)}</dd>
    </dl>
    ${now && preview.amount_due > 0 ? html`<p class="soft">${method ? `Goes to your ${cardText(method)}.` : 'No card is on file yet.'}</p>` : nothing}`;
};

const explained = (portal: Portal, subscription: Subscription, price: Price, way: Way): Markup => {
  const end = subscription.items.data[0]?.current_period_end ?? portal.call.now;
  const [old, name] = [planText(portal.call, subscription), productName(portal.call, price)];
  if (way === 'later')
    return html`<p>
      You keep ${old} until ${dayText(end)}. On that day the plan becomes ${name} at ${priceText(price)}.
      Nothing is charged today.
    </p>`;
  if (way === 'trial' && subscription.status === 'paused')
    return html`<p>The plan becomes ${name} and stays paused. Nothing is charged before you start it.</p>`;
  if (way === 'trial')
    return html`<p>
      Your trial goes on until ${dayText(subscription.trial_end ?? end)}, now with ${name}. After it you pay
      ${priceText(price)}.
    </p>`;
  return sums(portal, subscription, price, way);
};

const chosenPrice = (portal: Portal, id: string): Price => {
  const price = offered(portal).find((candidate) => candidate.id === id);
  if (!price) throw refusal('This plan is not on offer here.');
  return price;
};

/** The confirmation page of a plan change, with its price and date. */
export const confirmPage = (portal: Portal, id: string, priceId: string): Step => {
  needFeature(portal, 'subscription_update');
  const subscription = ownSubscription(portal, id);
  checkState(subscription);
  const price = chosenPrice(portal, priceId);
  const way = wayTo(portal, subscription, price);
  const name = productName(portal.call, price);
  if (way === 'held') {
    const held = html`<section class="sheet">
      <p>You are on this plan already. Nothing has been changed.</p>
    </section>`;
    return pageStep(portal, name, held);
  }
  const body = html`<form class="sheet" method="post" action="${portal.base}/plan/${id}/${priceId}">
    ${explained(portal, subscription, price, way)}
    <button>Confirm</button>
    ${
      portal.session.flow?.type === 'subscription_update_confirm'
        ? nothing
        : html`<a class="button quiet" href="${portal.base}/plan/${id}">Back</a>`
    }
  </form>`;
  return pageStep(portal, `Change to ${name}`, body);
};

/** Changes the plan; an unpaid change leads to the page of its open invoice. */
export const changePlan = (portal: Portal, id: string, priceId: string): Step => {
  needFeature(portal, 'subscription_update');
  const { call } = portal;
  const subscription = ownSubscription(portal, id);
  checkState(subscription);
  const price = chosenPrice(portal, priceId);
  const way = wayTo(portal, subscription, price);
  if (way === 'held') return { to: portal.base };
  if (way === 'later') {
    if (plannedChange(call, subscription)?.price.id !== price.id) scheduleDowngrade(call, id, price.id);
    return finish(portal, 'planned');
  }
  if (subscription.schedule !== null) releaseSchedule(call, String(subscription.schedule));
  const after = changeSubscription(call, id, {
    ...updateTo(portal, subscription, price, way),
    ...(way === 'now' && { payment_behavior: 'pending_if_incomplete' as const }),
  });
  const waiting = after.hidden?.pendingInvoice;
  return waiting ? { to: `${invoiceAddress(portal, waiting)}&waits=1` } : finish(portal, 'plan');
};

/** Undoes a scheduled plan change. */
export const keepPlan = (portal: Portal, id: string): Step => {
  needFeature(portal, 'subscription_update');
  const { schedule } = ownSubscription(portal, id);
  if (schedule !== null) releaseSchedule(portal.call, String(schedule));
  return { to: `${portal.base}?done=kept` };
};
