import { html } from 'hono/html';
import type { Objects } from '../objects.ts';
import { cardTable } from './card-table.ts';
import type { Desk } from './desk.ts';
import { page, section } from './layout.ts';

type Account = Objects['account'];

const stateOf = (account: Account): string => {
  if (account.hidden?.deauthorized) return 'disconnected';
  if (account.charges_enabled) return 'can charge';
  return account.details_submitted ? 'restricted' : 'not finished';
};

const row = (account: Account) => {
  const name = account.business_profile?.name ?? account.email ?? account.id;
  const gone = account.hidden?.deauthorized;
  return html`<tr>
    <td>${gone ? name : html`<a href="/sandbox/dashboard/${account.id}">${name}</a>`}</td>
    <td><code>${account.id}</code></td>
    <td><span class="mark">${stateOf(account)}</span></td>
  </tr>`;
};

/** The sandbox's front page: who is here, and what can be paid with. */
export const overviewPage = (desk: Desk) =>
  desk.act('', (call) => {
    const accounts = call.platform.page('account', { limit: 100 }).data;
    const body = html`<div class="head">
        <h1>A pretend Stripe</h1>
        <p class="soft">
          It answers Stripe's API, hosts its pages and sends its events. Nothing here reaches a bank.
        </p>
      </div>
      ${section('Accounts', ['Name', 'Account', 'State'], accounts.map(row), 'Nobody has connected yet.')}
      <section class="sheet">
        <h2>Test cards</h2>
        ${cardTable()}
      </section>`;
    return page('Sandbox', body, 'wide');
  });
