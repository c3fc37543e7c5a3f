import { html } from 'hono/html';
import type { Objects } from '../objects.ts';
import { alert, field, nothing } from './layout.ts';
import { cardFields, collapsedCardTable } from './card-fields.ts';
import { totalText } from './summary.ts';
import { formMessage, type Holder, type HolderErrors } from './typed-card.ts';

export type PayFormValues = Holder & { email: string };
export type PayFormErrors = HolderErrors & { email?: string };

/** The form of an open session: Pay first, the cancel link below. */
export const payForm = (
  session: Objects['checkout.session'],
  values: PayFormValues,
  errors: PayFormErrors,
  emailIsFixed: boolean,
) => {
  const isFree = (session.amount_total ?? 0) === 0;
  const needsCard = session.hidden?.needsCard !== false;
  return html`<form class="sheet" method="post" action="/sandbox/pay/${session.id}" novalidate>
      ${alert(formMessage(errors))}
      ${field({ name: 'email', label: 'E-mail', type: 'email', value: values.email, error: errors.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${needsCard ? cardFields(values, errors) : field({ name: 'name', label: 'Name', value: values.name })}
      <button name="action" value="pay">
        ${isFree && !needsCard ? 'Complete order' : `Pay ${totalText(session)}`}
      </button>
      ${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Leave</a>` : nothing}
    </form>
    ${needsCard ? collapsedCardTable() : nothing}`;
};
