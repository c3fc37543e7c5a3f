import { html } from 'hono/html';
import { isPortalOpen } from '../api/portal-sessions.ts';
import type { Call } from '../call.ts';
import { ownAccount } from '../connected-accounts.ts';
import { where } from '../listing.ts';
import type { Objects, PortalHidden } from '../objects.ts';
import { noSuch, refusal } from '../problem.ts';
import { nothing, page } from './layout.ts';

type Markup = ReturnType<typeof html>;
type Session = Objects['billing_portal.session'];
type Subscription = Objects['subscription'];
type Configuration = Objects['billing_portal.configuration'];

/** The result of a portal request: a redirect or a page. */
export type Step = { to: string } | { body: Markup; status: 200 | 402 | 410 | 422 };
/** One customer's portal session. */
export type Portal = {
  call: Call;
  session: Session;
  configuration: Configuration;
  customer: Objects['customer'];
  base: string;
};

export const merchantName = (call: Call): string => ownAccount(call).business_profile?.name ?? 'the shop';

/** The link back to the page from which the portal was opened. */
const backLink = ({ call, session }: Portal): Markup =>
  session.return_url === null
    ? nothing
    : html`<p><a class="back" href="${session.return_url}">Return to ${merchantName(call)}</a></p>`;

/** A page of the portal with its heading; `header` is shown above it. */
export const portalPage = (title: string, top: Markup, body: Markup): Markup =>
  page(
    title,
    html`<div class="head">
        ${top}
        <h1>${title}</h1>
      </div>
      ${body}`,
    'middle',
  );

/** A page of the portal with the link back above it. */
export const pageStep = (
  portal: Portal,
  title: string,
  body: Markup,
  status: 200 | 402 | 422 = 200,
): Step => ({
  body: portalPage(title, backLink(portal), body),
  status,
});

const expiredPage = (call: Call, session: Session): Markup =>
  portalPage(
    'This link has expired',
    nothing,
    html`<section class="sheet">
      <p>A link into the portal is good for a short time only. Open it again from where you came.</p>
      ${session.return_url === null ? nothing : html`<a class="button" href="${session.return_url}">Return to ${merchantName(call)}</a>`}
    </section>`,
  );

export const note = (portal: Portal, change: Partial<PortalHidden>): void => {
  const { hidden } = portal.call.books.get('billing_portal.session', portal.session.id);
  if (!hidden) return;
  const after = { ...hidden, ...change };
  portal.call.books.update('billing_portal.session', portal.session.id, { hidden: after });
};

/** Runs `render` in a valid portal session, or returns the expired page. */
export const visit = (call: Call, id: string, work: (portal: Portal) => Step): Step => {
  const session = call.books.get('billing_portal.session', id);
  if (!isPortalOpen(call, session)) return { body: expiredPage(call, session), status: 410 };
  const portal: Portal = {
    call,
    session,
    configuration: call.books.get('billing_portal.configuration', String(session.configuration)),
    customer: call.books.get('customer', session.customer),
    base: `/sandbox/portal/${id}`,
  };
  if (session.hidden?.openedAt === null) note(portal, { openedAt: call.now });
  return work(portal);
};

/** Redirects after an action: to the deep link's own end, or to the overview with a message about the action. */
export const finish = (portal: Portal, done: string): Step => {
  const { flow } = portal.session;
  note(portal, { finished: true, awaiting: null });
  if (flow?.after_completion.type === 'redirect')
    return { to: flow.after_completion.redirect?.return_url ?? portal.base };
  if (flow?.after_completion.type === 'hosted_confirmation') return { to: `${portal.base}/done` };
  return { to: `${portal.base}?done=${done}` };
};

const over = new Set(['canceled', 'incomplete_expired']);
export const isOver = (subscription: Subscription): boolean => over.has(subscription.status);

/** Returns the customer's subscriptions, newest first; ended ones only when there is no other. */
export const subscriptionsOf = ({ call, customer }: Portal): Subscription[] => {
  const { data } = call.books.page('subscription', { limit: 20, where: where('customer', customer.id) });
  const live = data.filter((subscription) => !isOver(subscription));
  return live.length > 0 ? live : data.slice(0, 1);
};

/** Returns a subscription of this customer that has not ended. */
export const ownSubscription = ({ call, customer }: Portal, id: string): Subscription => {
  const subscription = call.books.find('subscription', id);
  if (!subscription || subscription.customer !== customer.id) throw noSuch('subscription', id);
  if (isOver(subscription)) throw refusal('This plan has ended and cannot be changed any more.');
  return subscription;
};

type Feature = 'payment_method_update' | 'subscription_cancel' | 'subscription_update' | 'invoice_history';
export const hasFeature = ({ configuration }: Portal, feature: Feature): boolean =>
  configuration.features[feature].enabled;

export const needFeature = (portal: Portal, feature: Feature): void => {
  if (!hasFeature(portal, feature)) throw refusal('This part of the portal is switched off.');
};
