import { html } from 'hono/html';

import { listPortalProducts } from '../api/portal-configurations.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import { previewInvoice } from '../billing/preview-invoice.ts';
import { releaseSchedule, scheduleDowngrade } from '../billing/schedules.ts';
import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { formatAmount } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { nothing } from './layout.ts';
import type { PageResult } from './page-dependencies.ts';
import {
  shortDateText,
  formatLineAmount,
  priceText,
  findProductName,
  cardText,
  owesPayment,
  findScheduledChange,
  describeScheduledChange,
  findPlanName,
} from './plan-text.ts';
import { invoicePath } from './portal-overview.ts';
import { finishAction, requireFeature, getOwnSubscription, pageResult, type Portal } from './portal-session.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
/** When a change to a price takes effect: never (it is the current one), in the trial, at the period's end, or now. */
type ChangeTiming = 'current' | 'trial' | 'later' | 'now';

const listOfferedPrices = ({ call, configuration }: Portal): Price[] =>
  listPortalProducts(configuration).flatMap(({ prices }) => prices.map((id) => call.repository.get('price', id)));

const changeTiming = ({ configuration }: Portal, subscription: Subscription, price: Price): ChangeTiming => {
  const { schedule_at_period_end: scheduleSetting, trial_update_behavior: trialBehavior } =
    configuration.features.subscription_update;
  const [item] = subscription.items.data;
  if (!item || item.price.id === price.id) return 'current';
  if (subscription.status === 'paused') return 'trial';
  if (subscription.status === 'trialing' && trialBehavior === 'continue_trial') return 'trial';
  const isCheaper = (price.unit_amount ?? 0) < (item.price.unit_amount ?? 0);
  return isCheaper && scheduleSetting.conditions.some(({ type }) => type === 'decreasing_item_amount')
    ? 'later'
    : 'now';
};

const toUpdateParams = (
  { call, configuration }: Portal,
  subscription: Subscription,
  price: Price,
  timing: ChangeTiming,
) => {
  const { proration_behavior: behavior } = configuration.features.subscription_update;
  const items = [{ id: subscription.items.data[0]?.id, price: price.id }];
  if (timing === 'trial') return { items, proration_behavior: 'none' as const };
  if (subscription.status === 'trialing') return { items, trial_end: 'now' as const };
  return {
    items,
    proration_behavior: behavior as 'always_invoice' | 'create_prorations' | 'none',
    proration_date: call.now,
  };
};

/** Returns a subscription of the customer whose plan can be changed: not while money is owed. */
const getChangeable = (portal: Portal, id: string): Subscription => {
  requireFeature(portal, 'subscription_update');
  const subscription = getOwnSubscription(portal, id);
  if (!owesPayment(subscription)) return subscription;
  throw invalidRequest('Pay the open invoice before you update your plan.');
};

const planOption = (portal: Portal, subscription: Subscription, price: Price): Markup => {
  const timing = changeTiming(portal, subscription, price);
  const priceName = findProductName(portal.call, price);
  const description = portal.call.repository.find('product', price.product)?.description;
  return html`<section class="sheet">
    <div class="row">
      <h2>${priceName}</h2>
      <span class="number">${priceText(price)}</span>
    </div>
    ${description ? html`<p class="soft">${description}</p>` : nothing}
    ${
      timing === 'current'
        ? html`<p><span class="mark good">current plan</span></p>`
        : html`<a class="button quiet" href="${portal.basePath}/plan/${subscription.id}/${price.id}"
            >Choose ${priceName}</a
          >`
    }
  </section>`;
};

/** The page with the plans that the portal offers. */
export const plansPage = (portal: Portal, id: string): PageResult => {
  const subscription = getChangeable(portal, id);
  const scheduledText = describeScheduledChange(portal.call, subscription);
  const body = html`${scheduledText ? html`<p class="soft">${scheduledText} If you choose a plan here, it replaces that change.</p>` : nothing}
  ${listOfferedPrices(portal).map((price) => planOption(portal, subscription, price))}
  ${portal.session.flow ? nothing : html`<a class="button quiet" href="${portal.basePath}">Back</a>`}`;
  return pageResult(portal, 'Update your plan', body);
};

const amountRows = (portal: Portal, subscription: Subscription, price: Price, timing: ChangeTiming): Markup => {
  const { call } = portal;
  const preview = previewInvoice(call, subscription.id, toUpdateParams(portal, subscription, price, timing));
  const isChargedNow = preview.billing_reason === 'subscription_update';
  const method = findPaymentMethod(call, subscription);
  const { currency } = subscription;
  const periodEnd = subscription.items.data[0]?.current_period_end ?? call.now;
  return html`<dl class="sum">
      ${(isChargedNow ? preview.lines.data : []).map(
        (line) =>
          html`<dt>${line.description}</dt>
            <dd>${formatLineAmount(line.amount, currency)}</dd>`,
      )}
      <dt class="total">Amount due today</dt>
      <dd class="total">${formatAmount(isChargedNow ? preview.amount_due : 0, currency)}</dd>
      <dt class="soft small">${isChargedNow ? `Starting ${shortDateText(periodEnd)}` : 'After that'}</dt>
      <dd class="soft small">${priceText(price)}</dd>
    </dl>
    ${isChargedNow && preview.amount_due > 0 ? html`<p class="soft">${method ? `This will be charged to ${cardText(method)}.` : 'You haven’t added a payment method.'}</p>` : nothing}`;
};

const explanation = (portal: Portal, subscription: Subscription, price: Price, timing: ChangeTiming): Markup => {
  const periodEnd = subscription.items.data[0]?.current_period_end ?? portal.call.now;
  const [oldName, newName] = [findPlanName(portal.call, subscription), findProductName(portal.call, price)];
  if (timing === 'later')
    return html`<p>
      You stay on ${oldName} until ${shortDateText(periodEnd)}, then move to ${newName} at ${priceText(price)}. Nothing
      is due today.
    </p>`;
  if (timing === 'trial' && subscription.status === 'paused')
    return html`<p>Your plan changes to ${newName} and stays paused. You aren’t charged until you resume it.</p>`;
  if (timing === 'trial')
    return html`<p>
      Your trial continues with ${newName} until ${shortDateText(subscription.trial_end ?? periodEnd)}. After that, you
      pay ${priceText(price)}.
    </p>`;
  return amountRows(portal, subscription, price, timing);
};

const getOfferedPrice = (portal: Portal, id: string): Price => {
  const price = listOfferedPrices(portal).find((candidate) => candidate.id === id);
  if (!price) throw invalidRequest('This plan isn’t available here. Choose another one.');
  return price;
};

/** The confirmation page of a plan change, with its price and date. */
export const confirmPage = (portal: Portal, id: string, priceId: string): PageResult => {
  const subscription = getChangeable(portal, id);
  const price = getOfferedPrice(portal, priceId);
  const timing = changeTiming(portal, subscription, price);
  const newName = findProductName(portal.call, price);
  if (timing === 'current') {
    const notice = html`<section class="sheet">
      <p>You’re already on this plan. Nothing was changed.</p>
    </section>`;
    return pageResult(portal, newName, notice);
  }
  const body = html`<form class="sheet" method="post" action="${portal.basePath}/plan/${id}/${priceId}">
    ${explanation(portal, subscription, price, timing)}
    <button>Confirm</button>
    ${
      portal.session.flow?.type === 'subscription_update_confirm'
        ? nothing
        : html`<a class="button quiet" href="${portal.basePath}/plan/${id}">Back</a>`
    }
  </form>`;
  return pageResult(portal, `Change to ${newName}`, body);
};

/** Changes the plan; an unpaid change leads to the page of its open invoice. */
export const changePlan = (portal: Portal, id: string, priceId: string): PageResult => {
  const { call } = portal;
  const subscription = getChangeable(portal, id);
  const price = getOfferedPrice(portal, priceId);
  const timing = changeTiming(portal, subscription, price);
  if (timing === 'current') return { to: portal.basePath };
  if (timing === 'later') {
    if (findScheduledChange(call, subscription)?.price.id !== price.id) scheduleDowngrade(call, id, price.id);
    return finishAction(portal, 'planned');
  }
  if (subscription.schedule !== null) releaseSchedule(call, String(subscription.schedule));
  const after = changeSubscription(call, id, {
    ...toUpdateParams(portal, subscription, price, timing),
    ...(timing === 'now' && { payment_behavior: 'pending_if_incomplete' as const }),
  });
  const { pendingInvoice } = after.hidden;
  return pendingInvoice ? { to: `${invoicePath(portal, pendingInvoice)}&waits=1` } : finishAction(portal, 'plan');
};

export const undoScheduledChange = (portal: Portal, id: string): PageResult => {
  requireFeature(portal, 'subscription_update');
  const { schedule } = getOwnSubscription(portal, id);
  if (schedule !== null) releaseSchedule(portal.call, String(schedule));
  return { to: `${portal.basePath}?done=change_canceled` };
};
