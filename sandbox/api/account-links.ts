import { endpoint, type CallContext, type Resource } from '../call.ts';
import { getConnectedAccount } from '../connected-accounts.ts';
import { randomText } from '../ids.ts';
import { anyValue, oneOf, required, shape, text, httpUrl } from '../params.ts';
import { invalidRequest } from '../problem.ts';
import type { AccountLink } from '../objects.ts';

const LINK_LIFETIME_S = 300;
/** Time for the form once it was opened in time. */
const OPENED_LIFETIME_S = 3600;

const linkRules = {
  account: required(text()),
  type: required(oneOf('account_onboarding', 'account_update')),
  refresh_url: required(httpUrl),
  return_url: required(httpUrl),
  collect: anyValue,
  collection_options: shape({
    fields: oneOf('currently_due', 'eventually_due'),
    future_requirements: oneOf('include', 'omit'),
  }),
};

const createLink = endpoint('POST /v1/account_links', linkRules, (call, params) => {
  getConnectedAccount(call, params.account);
  if (params.type === 'account_update')
    throw invalidRequest('You cannot create `account_update` type Account Links for this account.', {
      param: 'type',
    });
  const link: AccountLink = {
    id: randomText(40),
    object: 'account_link',
    created: call.now,
    expires_at: call.now + LINK_LIFETIME_S,
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
export const isLinkOpen = (call: CallContext, link: AccountLink): boolean => {
  const extension = link.hidden.opened ? OPENED_LIFETIME_S : 0;
  return !link.hidden.used && call.now < link.expires_at + extension;
};

export const accountLinks: Resource = { endpoints: [createLink] };
