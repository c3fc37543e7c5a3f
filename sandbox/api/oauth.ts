import { endpoint, type CallContext, type Resource } from '../call.ts';
import { authorizeAccount } from '../connected-accounts.ts';
import { newId, randomText } from '../ids.ts';
import { oneOf, required, text } from '../params.ts';
import { ApiError } from '../problem.ts';

const CODE_LIFETIME_S = 300;

/** Stores the authorization code that the browser takes back to the platform after consent. */
export const issueCode = (call: CallContext, account: string, scope: string): string => {
  const id = newId('ac_', 32);
  call.platform.insert('authorization_code', {
    id,
    object: 'authorization_code',
    created: call.now,
    hidden: { account, scope, used: false },
  });
  return id;
};

const invalidGrant = (description: string): ApiError =>
  new ApiError(400, { error: 'invalid_grant', error_description: description }, false);

const token = endpoint(
  'POST /oauth/token',
  {
    grant_type: required(oneOf('authorization_code')),
    code: required(text()),
    client_id: text(),
    client_secret: text(),
    scope: text(),
  },
  (call, { code }) => {
    const authorizationCode = call.platform.find('authorization_code', code);
    if (!authorizationCode) throw invalidGrant(`Authorization code does not exist: ${code}`);
    const { account, scope, used } = authorizationCode.hidden;
    if (used || call.now > authorizationCode.created + CODE_LIFETIME_S)
      throw invalidGrant(`This authorization code has already been used or has expired: ${code}`);
    call.platform.update('authorization_code', code, { hidden: { ...authorizationCode.hidden, used: true } });
    authorizeAccount(call, account);
    return {
      access_token: `sk_test_${randomText(24)}`,
      livemode: false,
      refresh_token: `rt_${randomText(24)}`,
      scope,
      stripe_publishable_key: `pk_test_${randomText(24)}`,
      stripe_user_id: account,
      token_type: 'bearer',
    };
  },
);

export const oauth: Resource = { endpoints: [token] };
