import type { Context } from 'hono';
import { fieldsOf } from '../pages/desk.ts';
import { clientId, type Grants } from './grants.ts';
import { isLoopbackAddress, isThisMachine } from './only-this-machine.ts';
import type { Person, Provider } from './people.ts';
import { brokenPage, elsewherePage, sendBackPage, signInPage, type Typed } from './sign-in-page.ts';

type Asked = {
  redirectUri: string;
  state: string;
  nonce: string | undefined;
  challenge: string | undefined;
  byForm: boolean;
};

/** Parses the authorization request, or returns its error. */
const askedIn = (query: Record<string, string>, provider: Provider): Asked | string => {
  const { redirect_uri: redirectUri = '', state = '', response_mode: mode = 'query', scope = '' } = query;
  if (query['client_id'] !== clientId) return `Nobody is known here as client "${query['client_id'] ?? ''}".`;
  if (!isLoopbackAddress(redirectUri)) return 'redirect_uri must be an address of this machine.';
  if (query['response_type'] !== 'code') return 'response_type must be "code".';
  if (query['code_challenge'] !== undefined && query['code_challenge_method'] !== 'S256')
    return 'code_challenge_method must be "S256".';
  if (provider === 'apple' && scope !== '' && mode !== 'form_post')
    return 'response_mode must be "form_post" when a scope is asked for.';
  const byForm = mode === 'form_post';
  return { redirectUri, state, nonce: query['nonce'], challenge: query['code_challenge'], byForm };
};

const blank: Typed = { email: '', name: '', verified: true };

const addressWith = (redirectUri: string, fields: Record<string, string>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
};

/** Apple sends the name unsigned, and only at a user's first sign-in. */
const namedBy = (grants: Grants, { email, name }: Person): Record<string, string> => {
  if (!grants.isFirstTime(email)) return {};
  const [firstName = '', ...others] = name.split(' ');
  return { user: JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email }) };
};

/** Returns where to send a refused user back: only to the sandbox's own origin, as the query is not validated yet. */
const wayBack = ({ redirect_uri: to = '', state = '' }: Record<string, string>, origin: string) =>
  /^https?:/.test(to) && URL.parse(to)?.origin === origin
    ? addressWith(to, { error: 'access_denied', state })
    : null;

/** Shows the provider's sign-in page and redirects back with a code or an error after the form is posted. */
export const authorizePage = async (
  c: Context,
  provider: Provider,
  { grants, origin }: { grants: Grants; origin: string },
): Promise<Response> => {
  const query = c.req.query();
  if (!isThisMachine(c)) return c.html(elsewherePage(provider, wayBack(query, origin)), 403);
  const asked = askedIn(query, provider);
  if (typeof asked === 'string') return c.html(brokenPage(provider, asked), 400);
  const { redirectUri, state, nonce, challenge, byForm } = asked;
  const sendBack = (fields: Record<string, string>) =>
    byForm
      ? c.html(sendBackPage(provider, redirectUri, { ...fields, state }))
      : c.redirect(addressWith(redirectUri, { ...fields, state }), 303);
  const action = `${new URL(c.req.url).pathname}?${new URLSearchParams(query)}`;
  const page = { action, back: new URL(redirectUri).host };
  if (c.req.method === 'GET') {
    return c.html(signInPage(provider, { ...page, typed: { ...blank, email: query['login_hint'] ?? '' } }));
  }
  const fields = await fieldsOf(c.req);
  if (fields['action'] === 'cancel')
    return sendBack({ error: provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied' });
  const { email = '', name = '' } = fields;
  const person = { email: email.trim(), name: name.trim(), verified: fields['verified'] === 'yes' };
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email)) {
    const problem = 'Enter an email address, such as sam@example.com.';
    return c.html(signInPage(provider, { ...page, typed: person, problem }), 422);
  }
  const code = grants.issue({ provider, person, redirectUri, nonce, challenge });
  return sendBack({ code, ...(provider === 'apple' ? namedBy(grants, person) : {}) });
};
