import { html } from 'hono/html';
import type { Objects } from '../objects.ts';
import { alert, field, nothing } from './layout.ts';
import { cardFields, foldedCardTable } from './card-fields.ts';
import { totalText } from './summary.ts';
import { formMessage, type Holder, type HolderProblems } from './typed-card.ts';

export type Typed = Holder & { email: string };
export type Problems = HolderProblems & { email?: string };

/** The form of an open session: Pay first, the cancel link below. */
export const payForm = (
  session: Objects['checkout.session'],
  typed: Typed,
  problems: Problems,
  emailIsFixed: boolean,
) => {
  const free = (session.amount_total ?? 0) === 0;
  const needsCard = session.hidden?.needsCard !== false;
  return html`<form class="sheet" method="post" action="/sandbox/pay/${session.id}" novalidate>
      ${alert(formMessage(problems))}
      ${field({ name: 'email', label: 'E-mail', type: 'email', value: typed.email, problem: problems.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${needsCard ? cardFields(typed, problems) : field({ name: 'name', label: 'Name', value: typed.name })}
      <button name="action" value="pay">
        ${free && !needsCard ? 'Complete order' : `Pay ${totalText(session)}`}
      </button>
      ${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Leave</a>` : nothing}
    </form>
    ${needsCard ? foldedCardTable() : nothing}`;
};
