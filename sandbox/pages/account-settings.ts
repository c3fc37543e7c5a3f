import { html } from 'hono/html';
import type { CallContext } from '../call.ts';
import { updateAccount, ACTIVE_ACCOUNT, getAccount, RESTRICTED_ACCOUNT } from '../connected-accounts.ts';
import type { Objects } from '../objects.ts';
import { invalidRequest } from '../problem.ts';
import { actionButtons } from './act-keys.ts';
import { dashboardPath } from './addresses.ts';
import { nothing } from './layout.ts';

type SectionMarkup = ReturnType<typeof html>;

type DebitSetting = NonNullable<NonNullable<Objects['account']['hidden']>['bankDebits']>;

const DEBIT_ACTIONS: Record<DebitSetting, Record<string, string>> = {
  off: { debits_on: 'Switch on', debits_always: 'Always' },
  on: { debits_off: 'Switch off', debits_always: 'Always' },
  always: { debits_off: 'Switch off' },
};

/** Settings that the owner of a connected account, or Stripe, can change. */
export const settingsSection = (call: CallContext): SectionMarkup => {
  if (call.account === '') return nothing;
  const { charges_enabled: chargesEnabled, hidden } = getAccount(call);
  const debitSetting = hidden?.bankDebits ?? 'off';
  const action = `${dashboardPath(call.account)}/settings`;
  return html`<section class="sheet">
    <h2>Settings</h2>
    <div class="row">
      <p>
        Accept bank debits on the pay page: <strong>${debitSetting}</strong>.
        <span class="soft"
          >Single payments that arrive days later. “On” offers them where the platform’s sessions allow them, as Stripe
          does. “Always” offers them even in sessions for cards only, which Stripe never does.</span
        >
      </p>
      ${actionButtons(action, 'bank debits', DEBIT_ACTIONS[debitSetting])}
    </div>
    <div class="row">
      <p>
        Payments: <strong>${chargesEnabled ? 'on' : 'restricted'}</strong>.
        <span class="soft">Stripe restricts an account when it wants to know more about it.</span>
      </p>
      ${actionButtons(action, 'payments', chargesEnabled ? { restrict: 'Restrict' } : { restore: 'Lift the restriction' })}
    </div>
  </section>`;
};

const setDebits = (call: CallContext, bankDebits: DebitSetting): void => {
  const { hidden } = getAccount(call);
  call.platform.update('account', call.account, { hidden: { deauthorized: false, ...hidden, bankDebits } });
};

export const updateAccountSetting = (
  call: CallContext,
  _id: string,
  { act: action = '' }: Record<string, string>,
): void => {
  if (call.account === '') throw invalidRequest('The platform’s own account has no settings.');
  if (action === 'debits_on') setDebits(call, 'on');
  else if (action === 'debits_always') setDebits(call, 'always');
  else if (action === 'debits_off') setDebits(call, 'off');
  else if (action === 'restrict') updateAccount(call, call.account, RESTRICTED_ACCOUNT);
  else if (action === 'restore') updateAccount(call, call.account, { details_submitted: true, ...ACTIVE_ACCOUNT });
  else throw invalidRequest(`Nothing is called “${action}” here.`);
};
