// The rate-limit cases of the auth endpoints, and the limits that other tests cover.
import { PASSWORD } from '../../e2e/support/seller.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, type RequestVariables, type LimitCase } from './rate-limit-cases.ts';

const often = 'over_request_rate_limit';
const mails = 'over_email_send_rate_limit';
const auth = (path: string) => `/auth/v1/${path}`;
const mailbox = ({ name }: RequestVariables) => `${name}@example.com`;
const signIn = (email: string, password: string) => ({
  path: auth('token?grant_type=password'),
  body: { email, password },
});
const signUp = (at: RequestVariables) => ({
  path: auth('signup'),
  body: { email: mailbox(at), password: PASSWORD },
});
const recover = (at: RequestVariables) => ({ path: auth('recover'), body: { email: mailbox(at) } });
/** Global limits per second on the sign-in endpoints. */
const EVERY_SECOND = { every: 15, ms: 1000 };

const IN_AND_UP: LimitCase[] = [
  {
    of: 'sign-in:email',
    limit: 10,
    windowMs: QUARTER_MS,
    counts: 'both',
    code: often,
    own: true,
    ask: ({ email }) => signIn(email, PASSWORD),
  },
  {
    of: 'sign-in:email (2)',
    limit: 50,
    windowMs: QUARTER_MS,
    counts: 'subject',
    code: often,
    step: EVERY_SECOND,
    long: true,
    ask: (at) => signIn(mailbox(at), 'wrong words'),
  },
  {
    of: 'sign-in:ip:*',
    limit: 50,
    windowMs: QUARTER_MS,
    counts: 'address',
    code: often,
    step: EVERY_SECOND,
    long: true,
    ask: (at) => signIn(mailbox(at), 'wrong words'),
  },
  {
    of: 'sign-in:all',
    limit: 20,
    windowMs: 1000,
    counts: 'everybody',
    code: often,
    step: { every: 100, ms: 1000 },
    ask: (at) => signIn(mailbox(at), 'wrong words'),
  },
  { of: 'sign-up:email', limit: 3, windowMs: HOUR_MS, counts: 'subject', code: often, ask: signUp },
  { of: 'sign-up:ip:*', limit: 5, windowMs: HOUR_MS, counts: 'address', code: often, ask: signUp },
  {
    of: 'sign-up:ip:* (2)',
    limit: 20,
    windowMs: DAY_MS,
    counts: 'address',
    code: often,
    step: { every: 5, ms: HOUR_MS },
    ask: signUp,
  },
  {
    of: 'refresh:session:*',
    limit: 30,
    windowMs: MINUTE_MS,
    counts: 'subject',
    code: often,
    own: true,
    ask: ({ refreshToken }) => ({
      path: auth('token?grant_type=refresh_token'),
      body: { refresh_token: refreshToken },
    }),
  },
  {
    of: 'refresh:ip:*',
    limit: 300,
    windowMs: MINUTE_MS,
    counts: 'address',
    code: often,
    ask: ({ name }) => ({ path: auth('token?grant_type=refresh_token'), body: { refresh_token: name } }),
  },
];

const MAILS: LimitCase[] = [
  { of: 'limitMails recover', limit: 3, windowMs: HOUR_MS, counts: 'subject', code: mails, ask: recover },
  {
    of: 'limitMails resend',
    limit: 3,
    windowMs: HOUR_MS,
    counts: 'subject',
    code: mails,
    ask: (at) => ({ path: auth('resend'), body: { type: 'signup', email: mailbox(at) } }),
  },
  {
    of: 'limitMails reauthenticate',
    limit: 3,
    windowMs: HOUR_MS,
    counts: 'subject',
    code: mails,
    own: true,
    ask: ({ token }) => ({ method: 'GET', path: auth('reauthenticate'), token }),
  },
  {
    of: 'limitMails email-change',
    limit: 3,
    windowMs: HOUR_MS,
    counts: 'subject',
    code: mails,
    own: true,
    ask: (at) => ({ method: 'PUT', path: auth('user'), token: at.token, body: { email: mailbox(at) } }),
  },
  {
    of: 'mail:email',
    limit: 20,
    windowMs: DAY_MS,
    counts: 'subject',
    code: mails,
    step: { every: 3, ms: HOUR_MS },
    ask: recover,
  },
  {
    of: 'sms:ip:*',
    limit: 20,
    windowMs: HOUR_MS,
    counts: 'address',
    code: 'over_sms_send_rate_limit',
    ask: ({ turn }) => ({ path: auth('resend'), body: { type: 'sms', phone: `+4366012345${10 + turn}` } }),
  },
  { of: 'mail:ip:*', limit: 20, windowMs: HOUR_MS, counts: 'address', code: mails, ask: recover },
];

const SHOWING: LimitCase[] = [
  {
    of: 'verify:ip:*',
    limit: 20,
    windowMs: QUARTER_MS,
    counts: 'address',
    code: often,
    ask: ({ name }) => ({ path: auth('verify'), body: { type: 'recovery', token_hash: name } }),
  },
  {
    of: 'verify:email',
    limit: 5,
    windowMs: QUARTER_MS,
    counts: 'subject',
    code: often,
    ask: (at) => ({ path: auth('verify'), body: { type: 'signup', email: mailbox(at), token: '000000' } }),
  },
  {
    of: 'confirm:user:*',
    limit: 5,
    windowMs: QUARTER_MS,
    counts: 'subject',
    code: 'rate_limited',
    ask: ({ token }) => ({ path: '/functions/v1/confirm-identity', token, body: { code: '000000' } }),
  },
  {
    of: 'confirm:ip:*',
    limit: 20,
    windowMs: QUARTER_MS,
    counts: 'address',
    code: 'rate_limited',
    ask: ({ token }) => ({ path: '/functions/v1/confirm-identity', token, body: { code: '000000' } }),
  },
  {
    of: 'update-user:*',
    limit: 10,
    windowMs: HOUR_MS,
    counts: 'subject',
    code: often,
    own: true,
    ask: ({ token, name, turn }) => ({
      method: 'PUT',
      path: auth('user'),
      token,
      body: { email: `${name}-${turn}@example.com` },
    }),
  },
  {
    of: 'limitPasskeys ask',
    limit: 20,
    windowMs: QUARTER_MS,
    counts: 'address',
    code: often,
    ask: () => ({ path: auth('passkeys/authentication/options'), body: {} }),
  },
];

/** Endpoints of sign-in with an external provider. */
const PROVIDERS: LimitCase[] = (
  [
    ['authorize', { method: 'GET', path: auth('authorize?provider=google') }, true],
    ['callback', { method: 'GET', path: auth('callback?state=none') }, true],
    ['exchange', { path: auth('token?grant_type=pkce'), body: { auth_code: 'x', code_verifier: 'x' } }, false],
    ['id-token', { path: auth('token?grant_type=id_token'), body: { provider: 'google', id_token: 'x' } }, false],
  ] as const
).map(([endpoint, sendRequest, leads]) => ({
  of: `limitProviderDoors ${endpoint}`,
  limit: 60,
  windowMs: QUARTER_MS,
  counts: 'address',
  code: often,
  ask: () => sendRequest,
  leads,
}));

export const AUTH_LIMIT_CASES: readonly LimitCase[] = [...IN_AND_UP, ...MAILS, ...SHOWING, ...PROVIDERS];

/** Limits that need a buyer's email, a phone or an authenticator, or that only log, and the test that covers each. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'csp-reports:*': 'server/http/csp-reports.test.ts',
  'link:email': 'server/orders/buyer-portal/purchases-link.test.ts',
  'purchases-link:ip:*': 'server/orders/buyer-portal/purchases-link.test.ts',
  'purchases-open:ip:*': 'server/orders/buyer-portal/purchases-link.test.ts',
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
