import { html } from 'hono/html';

import { isPortalOpen } from '../api/portal-sessions.ts';
import { hasEnded } from '../billing/subscription-state.ts';
import { resourceMissing, invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Objects, PortalHidden } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { heading, nothing, page } from './layout.ts';
import type { PageResult } from './page-dependencies.ts';

type Session = Objects['billing_portal.session'];
type Subscription = Objects['subscription'];
type Configuration = Objects['billing_portal.configuration'];

/** One customer's portal session. */
export type Portal = {
  call: CallContext;
  session: Session;
  configuration: Configuration;
  customer: Objects['customer'];
  basePath: string;
};

export const getMerchantName = (call: CallContext): string =>
  getAccount(call).business_profile?.name ?? 'Unnamed business';

/** The link back to the page from which the portal was opened. */
const backLink = ({ call, session }: Portal): Markup =>
  session.return_url === null
    ? nothing
    : html`<p><a class="back" href="${session.return_url}">Return to ${getMerchantName(call)}</a></p>`;

/** A page of the portal with its heading; `header` is shown above it. */
const portalPage = (title: string, header: Markup, body: Markup): Markup =>
  page(title, html`${heading(title, { above: header })}${body}`, 'middle');

/** A page of the portal with the link back above it. */
export const pageResult = (portal: Portal, title: string, body: Markup, status: 200 | 402 | 422 = 200): PageResult => ({
  body: portalPage(title, backLink(portal), body),
  status,
});

/** A page that ends a visit to the portal. */
export const endPage = (title: string, text: string, { call, session }: Pick<Portal, 'call' | 'session'>): Markup =>
  portalPage(
    title,
    nothing,
    html`<section class="sheet">
      <p>${text}</p>
      ${session.return_url === null ? nothing : html`<a class="button" href="${session.return_url}">Return to ${getMerchantName(call)}</a>`}
    </section>`,
  );

const EXPIRED_TEXT = 'Portal links work only for a short time. Go back and open the portal again.';

export const updateHidden = ({ call, session }: Portal, change: Partial<PortalHidden>): void =>
  void call.repository.updateHidden('billing_portal.session', session.id, change);

/** Runs `render` in a valid portal session, or returns the expired page. */
export const withPortal = (call: CallContext, session: Session, render: (portal: Portal) => PageResult): PageResult => {
  if (!isPortalOpen(call, session))
    return { body: endPage('This link has expired', EXPIRED_TEXT, { call, session }), status: 410 };
  const portal: Portal = {
    call,
    session,
    configuration: call.repository.get('billing_portal.configuration', String(session.configuration)),
    customer: call.repository.get('customer', session.customer),
    basePath: `/sandbox/portal/${session.id}`,
  };
  if (session.hidden.openedAt === null) updateHidden(portal, { openedAt: call.now });
  return render(portal);
};

/** Redirects after an action: to the deep link's own end, or to the overview with a message about the action. */
export const finishAction = (portal: Portal, completedAction: string): PageResult => {
  const { flow } = portal.session;
  updateHidden(portal, { finished: true, awaiting: null });
  if (flow?.after_completion.type === 'redirect')
    return { to: flow.after_completion.redirect?.return_url ?? portal.basePath };
  if (flow?.after_completion.type === 'hosted_confirmation') return { to: `${portal.basePath}/done` };
  return { to: `${portal.basePath}?done=${completedAction}` };
};

/** Returns the customer's subscriptions, newest first; ended ones only when there is no other. */
export const listSubscriptions = ({ call, customer }: Portal): Subscription[] => {
  const subscriptions = call.repository.list('subscription', { customer: customer.id }, 20);
  const running = subscriptions.filter((subscription) => !hasEnded(subscription));
  return running.length > 0 ? running : subscriptions.slice(0, 1);
};

/** Returns a subscription of this customer that has not ended. */
export const getOwnSubscription = ({ call, customer }: Portal, id: string): Subscription => {
  const subscription = call.repository.find('subscription', id);
  if (!subscription || subscription.customer !== customer.id) throw resourceMissing('subscription', id);
  if (hasEnded(subscription)) throw invalidRequest('This plan has ended, so you can’t change it.');
  return subscription;
};

type Feature = 'payment_method_update' | 'subscription_cancel' | 'subscription_update' | 'invoice_history';
export const hasFeature = ({ configuration }: Portal, feature: Feature): boolean =>
  configuration.features[feature].enabled;

export const requireFeature = (portal: Portal, feature: Feature): void => {
  if (!hasFeature(portal, feature)) throw invalidRequest('This portal feature is turned off.');
};
