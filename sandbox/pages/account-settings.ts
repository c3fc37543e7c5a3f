import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { changeAccount, openForPayments, ownAccount, restricted } from '../connected-accounts.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { actKeys } from './act-keys.ts';
import { dashboardAddress } from './addresses.ts';
import { nothing } from './layout.ts';

type Markup = ReturnType<typeof html>;

type DebitSetting = NonNullable<NonNullable<Objects['account']['hidden']>['bankDebits']>;

const debitKeys: Record<DebitSetting, Record<string, string>> = {
  off: { debits_on: 'Switch on', debits_always: 'Always' },
  on: { debits_off: 'Switch off', debits_always: 'Always' },
  always: { debits_off: 'Switch off' },
};

/** Settings that the owner of a connected account, or Stripe, can change. */
export const settingsSection = (call: Call): Markup => {
  if (call.account === '') return nothing;
  const { charges_enabled: charges, hidden } = ownAccount(call);
  const debits = hidden?.bankDebits ?? 'off';
  const action = `${dashboardAddress(call.account)}/settings`;
  return html`<section class="sheet">
    <h2>Settings</h2>
    <div class="row">
      <p>
        Accept bank debits on the pay page: <strong>${debits}</strong>.
        <span class="soft"
          >Single payments that arrive days later. “On” offers them where the platform’s sessions allow them,
          as Stripe does. “Always” offers them even in sessions for cards only, which Stripe never does.</span
        >
      </p>
      ${actKeys(action, 'bank debits', debitKeys[debits])}
    </div>
    <div class="row">
      <p>
        Payments: <strong>${charges ? 'on' : 'restricted'}</strong>.
        <span class="soft">Stripe restricts an account when it wants to know more about it.</span>
      </p>
      ${actKeys(action, 'payments', charges ? { restrict: 'Restrict' } : { restore: 'Lift the restriction' })}
    </div>
  </section>`;
};

const setDebits = (call: Call, bankDebits: DebitSetting): void => {
  const { hidden } = ownAccount(call);
  call.platform.update('account', call.account, { hidden: { deauthorized: false, ...hidden, bankDebits } });
};

export const setOnAccount = (call: Call, _id: string, { act = '' }: Record<string, string>): void => {
  if (call.account === '') throw refusal('The platform’s own account has no settings.');
  if (act === 'debits_on') setDebits(call, 'on');
  else if (act === 'debits_always') setDebits(call, 'always');
  else if (act === 'debits_off') setDebits(call, 'off');
  else if (act === 'restrict') changeAccount(call, call.account, restricted);
  else if (act === 'restore')
    changeAccount(call, call.account, { details_submitted: true, ...openForPayments });
  else throw refusal(`Nothing is called “${act}” here.`);
};
