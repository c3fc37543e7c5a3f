import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { html } from 'hono/html';

import { choice, documentPage, field, heading, nothing, notice, type Markup } from '../pages/layout.ts';
import { isEmailAddress, readFields } from '../pages/page-dependencies.ts';
import { clientId, type Grants, type Person, type Provider, providers } from './grants.ts';

type SignInForm = { email: string; name: string; verified: boolean };

const providerPage = (title: string, provider: Provider, body: Markup): Markup => {
  const banner = html`<strong>Sandbox: simulated ${providers[provider]}.</strong> It doesn’t check who you are.`;
  return documentPage(title, banner, body);
};

/** The sign-in form. `action` is the URL of the form; `back` is the host that receives the identity. */
const signInPage = (
  provider: Provider,
  { action, back, values, error }: { action: string; back: string; values: SignInForm; error?: string },
): Markup => {
  const providerName = providers[provider];
  const title = `Sign in with ${providerName}`;
  const text = html`The real ${providerName} asks for your password. The sandbox accepts any email address and sends it
    to <strong>${back}</strong>.`;
  return providerPage(
    title,
    provider,
    html`${heading(title, { text })}
      <form class="sheet" method="post" action="${action}" novalidate>
        ${field({
          name: 'email',
          label: 'Email address',
          type: 'email',
          value: values.email,
          error,
          hint: 'The same email address always signs in the same person.',
          attributes: html`required maxlength="254" autocomplete="email" autofocus`,
        })}
        ${field({ name: 'name', label: 'Name', value: values.name, attributes: html`maxlength="80" autocomplete="name"` })}
        ${choice('checkbox', 'verified', 'yes', html`${providerName} has verified this email address`, values.verified)}
        <button name="action" value="continue">Continue</button>
        <button class="quiet" name="action" value="cancel">Cancel</button>
      </form>`,
  );
};

/** Redirects back by a form post, as Apple does. */
const formPostPage = (provider: Provider, redirectUri: string, fields: Record<string, string>): Markup =>
  providerPage(
    'Continue',
    provider,
    html`<form class="sheet" method="post" action="${redirectUri}">
      <h1>Continue to ${new URL(redirectUri).host}</h1>
      <p>The real ${providers[provider]} sends you there automatically. In the sandbox, click Continue.</p>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button autofocus>Continue</button>
    </form>`,
  );

const NOT_LOCAL = 'Only available on the server';

/** The refusal for a user on another machine. `back` is the address to return to, when it is known to be safe. */
const notLocalPage = (provider: Provider, back: string | null): Markup =>
  providerPage(
    NOT_LOCAL,
    provider,
    notice(
      NOT_LOCAL,
      `The simulated ${providers[provider]} lets anyone sign in as any user, so it only works on the machine that runs the sandbox.`,
      html`<p class="soft">
          To sign in with the real ${providers[provider]} from anywhere, set the app’s ${providers[provider]}
          credentials. See docs/operations.md.
        </p>
        ${back === null ? nothing : html`<a class="button" href="${back}">Go back</a>`}`,
    ),
  );

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopbackAddress = (address: string): boolean => {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol ?? '') && LOOPBACK_HOSTS.has(hostname ?? '');
};

const isLoopbackRemote = (remoteAddress: string): boolean => /^(::ffff:)?127\.|^::1$/i.test(remoteAddress);

/** Returns the remote address, or null without a socket: calls within this process have none. */
const getRemoteAddress = (c: Context): string | null => {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env || 'server' in env)) return null;
  return getConnInfo(c).remote.address ?? '';
};

/**
 * Returns whether the request comes from this machine: the URL and the remote address are loopback addresses, and no
 * proxy header is present.
 */
const isThisMachine = (c: Context): boolean => {
  const remoteAddress = getRemoteAddress(c);
  const isForwarded = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-forwarded-host',
    'x-forwarded-server',
    'cf-connecting-ip',
    'via',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
  ].some((name) => c.req.header(name));
  return isLoopbackAddress(c.req.url) && !isForwarded && (remoteAddress === null || isLoopbackRemote(remoteAddress));
};

type AuthorizationRequest = {
  redirectUri: string;
  state: string;
  nonce: string | undefined;
  challenge: string | undefined;
  usesFormPost: boolean;
};

/** Parses the authorization request, or returns its error. */
const parseRequest = (query: Record<string, string>, provider: Provider): AuthorizationRequest | string => {
  const { redirect_uri: redirectUri = '', state = '', response_mode: mode = 'query', scope = '' } = query;
  if (query['client_id'] !== clientId) return `No application has the client ID "${query['client_id'] ?? ''}".`;
  if (!isLoopbackAddress(redirectUri)) return 'redirect_uri must be a URL on this machine.';
  if (query['response_type'] !== 'code') return 'response_type must be "code".';
  if (query['code_challenge'] !== undefined && query['code_challenge_method'] !== 'S256')
    return 'code_challenge_method must be "S256".';
  if (provider === 'apple' && scope !== '' && mode !== 'form_post')
    return 'response_mode must be "form_post" when a scope is requested.';
  const usesFormPost = mode === 'form_post';
  return { redirectUri, state, nonce: query['nonce'], challenge: query['code_challenge'], usesFormPost };
};

const EMPTY_FORM: SignInForm = { email: '', name: '', verified: true };

const withQuery = (redirectUri: string, fields: Record<string, string>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
};

/** Apple sends the name unsigned, and only at a user's first sign-in. */
const nameField = (grants: Grants, { email, name }: Person): Record<string, string> => {
  if (!grants.isFirstSignIn(email)) return {};
  const [firstName = '', ...lastNames] = name.split(' ');
  return { user: JSON.stringify({ name: { firstName, lastName: lastNames.join(' ') }, email }) };
};

/** Returns where to send a refused user back: only to the sandbox's own origin, as the query is not validated yet. */
const safeReturnUrl = ({ redirect_uri: to = '', state = '' }: Record<string, string>, origin: string) =>
  /^https?:/.test(to) && URL.parse(to)?.origin === origin ? withQuery(to, { error: 'access_denied', state }) : null;

/** Shows the provider's sign-in page and redirects back with a code or an error after the form is posted. */
export const authorizePage = async (
  c: Context,
  provider: Provider,
  { grants, origin }: { grants: Grants; origin: string },
): Promise<Response> => {
  const query = c.req.query();
  if (!isThisMachine(c)) return c.html(notLocalPage(provider, safeReturnUrl(query, origin)), 403);
  const request = parseRequest(query, provider);
  if (typeof request === 'string')
    return c.html(providerPage('Invalid request', provider, notice('Invalid request', request)), 400);
  const { redirectUri, state, nonce, challenge, usesFormPost } = request;
  const redirectBack = (fields: Record<string, string>) =>
    usesFormPost
      ? c.html(formPostPage(provider, redirectUri, { ...fields, state }))
      : c.redirect(withQuery(redirectUri, { ...fields, state }), 303);
  const action = `${new URL(c.req.url).pathname}?${new URLSearchParams(query)}`;
  const page = { action, back: new URL(redirectUri).host };
  if (c.req.method === 'GET') {
    return c.html(signInPage(provider, { ...page, values: { ...EMPTY_FORM, email: query['login_hint'] ?? '' } }));
  }
  const fields = await readFields(c.req);
  if (fields['action'] === 'cancel')
    return redirectBack({ error: provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied' });
  const { email = '', name = '' } = fields;
  const person = { email: email.trim(), name: name.trim(), verified: fields['verified'] === 'yes' };
  if (!isEmailAddress(person.email)) {
    const error = 'Enter an email address, such as sam@example.com.';
    return c.html(signInPage(provider, { ...page, values: person, error }), 422);
  }
  const code = grants.issue({ provider, person, redirectUri, nonce, challenge });
  return redirectBack({ code, ...(provider === 'apple' ? nameField(grants, person) : {}) });
};
