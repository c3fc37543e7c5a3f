import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { attachPaymentMethod, insertPaymentMethod } from '../api/payment-methods.ts';
import { collect } from '../billing/bill.ts';
import { methodFor } from '../billing/cards-of.ts';
import { changeState, subscriptionOf } from '../billing/subscription-state.ts';
import type { Call } from '../call.ts';
import { failIntent } from '../charging.ts';
import type { Objects } from '../objects.ts';
import { noSuch } from '../problem.ts';
import { authenticationPage } from './authentication.ts';
import { cardFields, foldedCardTable } from './card-fields.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { invoiceSheet, ofInvoice } from './invoice-sheet.ts';
import { alert, nothing, page } from './layout.ts';
import { merchantName } from './portal-frame.ts';
import { cardText } from './portal-words.ts';
import {
  buyerOf,
  formMessage,
  holderOf,
  noHolder,
  readCardForm,
  type Holder,
  type HolderProblems,
} from './typed-card.ts';

type Markup = ReturnType<typeof html>;
type Invoice = Objects['invoice'];
type Method = Objects['payment_method'];
type Step = { to: string } | { body: Markup; status: 200 | 402 | 422 };
/** The invoice of a request; `portal` is the portal session from which the user came. */
type View = { call: Call; invoice: Invoice; portal: string | null };

const addressOf = ({ invoice, portal }: View, path = ''): string =>
  `/sandbox/invoice/${invoice.id}${path}${portal === null ? '' : `?portal=${portal}`}`;

const canBePaid = ({ status }: Invoice): boolean => status === 'open' || status === 'uncollectible';

const savedMethod = ({ call, invoice }: View): Method | null => {
  const subscription = subscriptionOf(call, invoice);
  return subscription ? methodFor(call, subscription) : null;
};

const savedCardKey = (view: View): Markup => {
  const method = savedMethod(view);
  if (!method) return nothing;
  return html`<form class="sheet" method="post" action="${addressOf(view)}">
    <button class="quiet" name="card" value="saved">Pay with ${cardText(method)}</button>
  </form>`;
};

const payForm = (view: View, typed: Holder, problems: HolderProblems): Markup =>
  html`${savedCardKey(view)}
    <form class="sheet" method="post" action="${addressOf(view)}" novalidate>
      ${alert(formMessage(problems))} ${cardFields(typed, problems)}
      <button>Pay ${ofInvoice(view.invoice, 'amount_remaining')}</button>
    </form>
    ${foldedCardTable()}`;

const wayBack = ({ call, portal }: View): Markup => {
  const session = portal === null ? undefined : call.books.find('billing_portal.session', portal);
  if (!session) return nothing;
  const flow = session.flow?.after_completion.redirect?.return_url ?? null;
  const [to, words] =
    flow === null
      ? [`/sandbox/portal/${session.id}?done=`, 'Back to your plan']
      : [flow, `Return to ${merchantName(call)}`];
  return html`<a class="button quiet" href="${to}">${words}</a>`;
};

const invoicePage = (view: View, typed: Holder = noHolder, problems: HolderProblems = {}): Markup => {
  const { call, invoice } = view;
  return page(
    `Invoice ${invoice.number ?? ''}`,
    html`<div class="head">
        <p class="soft">Invoice of ${merchantName(call)}</p>
        <h1>${ofInvoice(invoice, invoice.status === 'paid' ? 'amount_paid' : 'amount_due')}</h1>
      </div>
      ${invoiceSheet(call, invoice)} ${canBePaid(invoice) ? payForm(view, typed, problems) : nothing}
      ${wayBack(view)}`,
    'middle',
  );
};

const intentOf = ({ call, invoice }: View): Objects['payment_intent'] | undefined =>
  call.books.find('payment_intent', invoice.hidden?.intent ?? '');

/** Makes the paying card the subscription's default if the subscription saves it. */
const keepForLater = ({ call, invoice }: View, method: string): void => {
  const subscription = subscriptionOf(call, invoice);
  if (!subscription || subscription.default_payment_method === method) return;
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  changeState(call, subscription.id, { default_payment_method: method });
};

const next = (view: View, method: Method, authenticated: boolean, typed: Holder): Step => {
  const outcome = collect(view.call, view.invoice.id, method.id, { authenticated });
  if (outcome === 'paid') {
    keepForLater(view, method.id);
    return { to: addressOf(view) };
  }
  if (outcome === 'requires_action') return { to: addressOf(view, '/3ds') };
  const whole = intentOf(view)?.last_payment_error?.message ?? 'Your card was declined.';
  const invoice = view.call.books.get('invoice', view.invoice.id);
  return { body: invoicePage({ ...view, invoice }, typed, { whole }), status: 402 };
};

const pay = (view: View, fields: Record<string, string>, now: Date): Step => {
  const { call, invoice } = view;
  if (!canBePaid(invoice)) return { to: addressOf(view) };
  const saved = fields['card'] === 'saved' ? savedMethod(view) : null;
  if (saved) return next(view, saved, false, noHolder);
  const buyer = buyerOf(fields, invoice.customer_email ?? '');
  const { card, problems } = readCardForm(fields, buyer, now);
  if (!card) return { body: invoicePage(view, holderOf(buyer), problems), status: 422 };
  const made = insertPaymentMethod(call, card, buyer);
  const method = attachPaymentMethod(call, made.id, String(invoice.customer));
  return next(view, method, false, holderOf(buyer));
};

/** Returns the card that requires 3-D Secure, if any. */
const askedMethod = (view: View): Method | undefined => {
  const intent = intentOf(view);
  return intent?.status === 'requires_action'
    ? view.call.books.find('payment_method', String(intent.payment_method))
    : undefined;
};

const question = (view: View): Step => {
  if (!canBePaid(view.invoice) || !askedMethod(view)) return { to: addressOf(view) };
  const asked = html`The pretend bank wants to know whether it is really you who pays
    <strong>${ofInvoice(view.invoice, 'amount_remaining')}</strong> to
    <strong>${merchantName(view.call)}</strong>.`;
  return { body: authenticationPage(addressOf(view, '/3ds'), asked), status: 200 };
};

const unauthenticated = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

const answer = (view: View, accepted: boolean): Step => {
  const [method, intent] = [askedMethod(view), intentOf(view)];
  if (!canBePaid(view.invoice) || !method || !intent) return { to: addressOf(view) };
  if (accepted) return next(view, method, true, noHolder);
  failIntent(view.call, intent, method, unauthenticated, false);
  return { body: invoicePage(view, noHolder, { whole: unauthenticated.message }), status: 402 };
};

/** The hosted invoice page, with a card form while the invoice is open. */
export const invoicePages = (desk: Desk): Hono => {
  const app = new Hono();
  const show = (c: Context, work: (view: View) => Step) => {
    const id = c.req.param('id') ?? '';
    const account = desk.holderOf('invoice', id);
    if (account === undefined) throw noSuch('invoice', id);
    const portal = /^bps_\w+$/.exec(c.req.query('portal') ?? '')?.[0] ?? null;
    const step = desk.act(account, (call) => work({ call, invoice: call.books.get('invoice', id), portal }));
    return 'to' in step ? c.redirect(step.to, 303) : c.html(step.body, step.status);
  };
  app.get('/:id', (c) =>
    show(c, (view) =>
      c.req.query('waits') !== undefined && askedMethod(view)
        ? { to: addressOf(view, '/3ds') }
        : { body: invoicePage(view), status: 200 },
    ),
  );
  app.get('/:id/pdf', (c) => show(c, (view) => ({ to: addressOf(view) })));
  app.post('/:id', async (c) => {
    const fields = await fieldsOf(c.req);
    return show(c, (view) => pay(view, fields, desk.now()));
  });
  app.get('/:id/3ds', (c) => show(c, question));
  app.post('/:id/3ds', async (c) => {
    const { action } = await fieldsOf(c.req);
    return show(c, (view) => answer(view, action === 'complete'));
  });
  return app;
};
