// The rate-limit cases of the auth endpoints, and the limits that other tests cover.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';

import { PASSWORD } from '../../e2e/support/seller.ts';
import { QUARTER_MS, type RequestVariables, type LimitCase } from './rate-limit-cases.ts';

const often = 'over_request_rate_limit';
const mails = 'over_email_send_rate_limit';
const auth = (path: string) => `/auth/v1/${path}`;
const emailOf = ({ name }: RequestVariables) => `${name}@example.com`;

/** One limit of an auth endpoint. */
const row = (
  of: string,
  limit: number,
  windowMs: number,
  counts: LimitCase['counts'],
  createRequest: LimitCase['createRequest'],
  more: Partial<LimitCase> = {},
): LimitCase => ({ of, limit, windowMs, counts, createRequest, code: often, ...more });

const post = (path: string, body: object, token?: string) => ({ path: auth(path), body, token });
const signIn = (email: string, password: string) => post('token?grant_type=password', { email, password });
const signUp = (at: RequestVariables) => post('signup', { email: emailOf(at), password: PASSWORD });
const recover = (at: RequestVariables) => post('recover', { email: emailOf(at) });
const refresh = (token: string) => post('token?grant_type=refresh_token', { refresh_token: token });
const tryWrongPassword = (at: RequestVariables) => signIn(emailOf(at), 'wrong words');
const changeUser = (token: string, email: string) => ({ method: 'PUT' as const, ...post('user', { email }, token) });
const confirmIdentity = ({ token }: RequestVariables) => ({
  path: '/functions/v1/confirm-identity',
  token,
  body: { code: '000000' },
});
/** Global limits per second on the sign-in endpoints. */
const EVERY_SECOND = { every: 15, ms: 1000 };

const SIGN_IN_AND_UP: LimitCase[] = [
  row('sign-in:email', 10, QUARTER_MS, 'both', ({ email }) => signIn(email, PASSWORD), { own: true }),
  row('sign-in:email (2)', 50, QUARTER_MS, 'subject', tryWrongPassword, { step: EVERY_SECOND, long: true }),
  row('sign-in:ip:*', 50, QUARTER_MS, 'address', tryWrongPassword, { step: EVERY_SECOND, long: true }),
  row('sign-in:all', 20, 1000, 'everybody', tryWrongPassword, { step: { every: 100, ms: 1000 } }),
  row('sign-up:email', 3, HOUR_MS, 'subject', signUp),
  row('sign-up:ip:*', 5, HOUR_MS, 'address', signUp),
  row('sign-up:ip:* (2)', 20, DAY_MS, 'address', signUp, { step: { every: 5, ms: HOUR_MS } }),
  row('refresh:session:*', 30, MINUTE_MS, 'subject', ({ refreshToken }) => refresh(refreshToken), { own: true }),
  row('refresh:ip:*', 300, MINUTE_MS, 'address', ({ name }) => refresh(name)),
];

const changeEmail = (at: RequestVariables) => changeUser(at.token, emailOf(at));
const resendSms = ({ index }: RequestVariables) => post('resend', { type: 'sms', phone: `+4366012345${10 + index}` });
const resendEmail = (at: RequestVariables) => post('resend', { type: 'signup', email: emailOf(at) });
const THREE_AN_HOUR = { every: 3, ms: HOUR_MS };

const EMAILS: LimitCase[] = [
  row('limitMails recover', 3, HOUR_MS, 'subject', recover, { code: mails }),
  row('limitMailRequests resend', 3, HOUR_MS, 'subject', resendEmail, { code: mails }),
  row(
    'limitMails reauthenticate',
    3,
    HOUR_MS,
    'subject',
    ({ token }) => ({ method: 'GET', path: auth('reauthenticate'), token }),
    { code: mails, own: true },
  ),
  row('limitMails email-change', 3, HOUR_MS, 'subject', changeEmail, { code: mails, own: true }),
  row('mail-other:email', 15, DAY_MS, 'subject', changeEmail, { code: mails, own: true, step: THREE_AN_HOUR }),
  row('mail:email', 20, DAY_MS, 'subject', recover, { code: mails, step: THREE_AN_HOUR }),
  row('sms:ip:*', 20, HOUR_MS, 'address', resendSms, { code: 'over_sms_send_rate_limit' }),
  row('mail:ip:*', 20, HOUR_MS, 'address', recover, { code: mails }),
];

const CONFIRMATIONS: LimitCase[] = [
  row('verify:ip:*', 20, QUARTER_MS, 'address', ({ name }) => post('verify', { type: 'recovery', token_hash: name })),
  row('verify:email', 5, QUARTER_MS, 'subject', (at) =>
    post('verify', { type: 'signup', email: emailOf(at), token: '000000' }),
  ),
  row('confirm:user:*', 5, QUARTER_MS, 'subject', confirmIdentity, { code: 'rate_limited' }),
  row('confirm:ip:*', 20, QUARTER_MS, 'address', confirmIdentity, { code: 'rate_limited' }),
  row(
    'update-user:*',
    10,
    HOUR_MS,
    'subject',
    ({ token, name, index }) => changeUser(token, `${name}-${index}@example.com`),
    { own: true },
  ),
  row('limitPasskeys ask', 20, QUARTER_MS, 'address', () => post('passkeys/authentication/options', {})),
];

const open = (path: string) => ({ method: 'GET' as const, path: auth(path) });
/** Endpoints of sign-in with an external provider; `leads`: the rejection redirects to a page that shows it. */
const provider = (endpoint: string, request: ReturnType<LimitCase['createRequest']>, leads = false): LimitCase =>
  row(`limitProviderRoutes ${endpoint}`, 60, QUARTER_MS, 'address', () => request, { leads });
const PROVIDERS: LimitCase[] = [
  provider('authorize', open('authorize?provider=google'), true),
  provider('callback', open('callback?state=none'), true),
  provider('exchange', post('token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' })),
  provider('id-token', post('token?grant_type=id_token', { provider: 'google', id_token: 'x' })),
];

export const AUTH_LIMIT_CASES: readonly LimitCase[] = [...SIGN_IN_AND_UP, ...EMAILS, ...CONFIRMATIONS, ...PROVIDERS];

/** Limits that need a buyer's email, a phone or an authenticator, or that only log, and the test that covers each. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'csp-reports:*': 'server/http/csp-reports.test.ts',
  // It blocks an address for an hour from the last failure, not until its window ends.
  'license-unknown:*': 'server/delivery/license-requests.test.ts',
  'link:email': 'server/orders/buyer-portal/purchases-link.test.ts',
  'purchases-link:ip:*': 'server/orders/buyer-portal/purchases-link.test.ts',
  'purchases-open:ip:*': 'server/orders/buyer-portal/purchases-link.test.ts',
  'delivery-email:ip:*': 'server/orders/send-delivery-email.test.ts',
  'delivery-email:order:*': 'server/orders/send-delivery-email.test.ts',
  'act:email': 'server/orders/buyer-portal/buyer-actions.test.ts',
  'second-step:user:*': 'server/auth/attacks/missing-second-factor.test.ts',
  'sms:user:*': 'server/auth/factors/phone-factor.test.ts',
  'sms:phone:*': 'server/auth/factors/phone-factor.test.ts',
};

/** Limits of the same kind that no test covers. */
export const UNTESTED: readonly string[] = [
  'csp-reports',
  'link:email (2)',
  'second-step:ip:*',
  'challenge:user:*',
  'sms:user:* (2)',
  'sms:phone:* (2)',
  'limitPasskeys answer',
];
