import { endpoint, type Call, type Resource } from '../call.ts';
import { connectedAccount } from '../connected-accounts.ts';
import { randomText } from '../ids.ts';
import { asGiven, oneOf, required, shape, text, webAddress } from '../params.ts';
import { refusal } from '../problem.ts';
import type { AccountLink } from '../objects.ts';

const lifetimeSeconds = 300;
/** Time for the form once it was opened in time. */
const patienceSeconds = 3600;

const keys = {
  account: required(text()),
  type: required(oneOf('account_onboarding', 'account_update')),
  refresh_url: required(webAddress),
  return_url: required(webAddress),
  collect: asGiven,
  collection_options: shape({
    fields: oneOf('currently_due', 'eventually_due'),
    future_requirements: oneOf('include', 'omit'),
  }),
};

const create = endpoint('POST /v1/account_links', keys, (call, params) => {
  connectedAccount(call, params.account);
  if (params.type === 'account_update')
    throw refusal('You cannot create `account_update` type Account Links for this account.', {
      param: 'type',
    });
  const link: AccountLink = {
    id: randomText(40),
    object: 'account_link',
    created: call.now,
    expires_at: call.now + lifetimeSeconds,
    hidden: {
      account: params.account,
      refresh_url: params.refresh_url,
      return_url: params.return_url,
      opened: false,
      used: false,
    },
  };
  call.platform.insert('account_link', link);
  return {
    object: link.object,
    created: link.created,
    expires_at: link.expires_at,
    url: `${call.origin}/sandbox/onboarding/${link.id}`,
  };
});

/** Returns whether the link leads to the form: not used, and opened in its first five minutes. */
export const isOpen = (call: Call, link: AccountLink): boolean => {
  const patience = link.hidden.opened ? patienceSeconds : 0;
  return !link.hidden.used && call.now < link.expires_at + patience;
};

export const accountLinks: Resource = { endpoints: [create] };
