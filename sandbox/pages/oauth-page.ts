import { Hono } from 'hono';
import { html } from 'hono/html';

import { issueCode } from '../api/accounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { buildAccount, ACTIVE_ACCOUNT } from '../core/connected-accounts.ts';
import type { Objects } from '../core/objects.ts';
import { alert, choice, field, heading, notice, page } from './layout.ts';
import { readFields, sendResult, type Fields, type PageDependencies, type PageResult } from './page-dependencies.ts';

type Account = Objects['account'];
type AuthorizationRequest = { redirectUri: string; state: string; scope: string };

/** Form value for an account that is new to the platform. */
const NEW_ACCOUNT = 'another';

/** Parses the authorization request, or returns its error. */
const readRequest = (call: CallContext, query: Record<string, string>): AuthorizationRequest | string => {
  const { client_id: client = '', redirect_uri: redirectUri = '', state = '', scope = 'read_only' } = query;
  if (query['response_type'] !== 'code') return 'response_type must be "code".';
  if (!client.startsWith('ca_')) return `No application matches the client ID "${client}".`;
  if (scope !== 'read_write' && scope !== 'read_only') return 'scope must be "read_write" or "read_only".';
  const registered = [call.origin, ...call.endpoints.map(({ url }) => new URL(url).origin)];
  const origin = URL.parse(redirectUri)?.origin ?? '';
  if (!registered.includes(origin)) return `"${redirectUri}" is not a registered redirect URI.`;
  return { redirectUri, state, scope };
};

const nameOf = ({ business_profile, email, id }: Account): string => business_profile?.name ?? email ?? id;

const accountChoice = (account: Account, index: number) =>
  choice('radio', 'account', account.id, html`${nameOf(account)} <code>${account.id}</code>`, index === 0);

const consentPage = (call: CallContext, action: string, { redirectUri }: AuthorizationRequest, error?: string) => {
  const accounts = call.platform.list('account');
  const title = 'Connect an existing Stripe account';
  const text = html`The real Stripe asks you to sign in. In the sandbox, choose any account to return to
    <strong>${new URL(redirectUri).host}</strong>.`;
  return page(
    title,
    html`${heading(title, { text })}
      <form class="sheet" method="post" action="${action}" novalidate>
        ${alert(error)}
        <fieldset>
          <legend>Account</legend>
          ${accounts.map(accountChoice)}
          ${choice('radio', 'account', NEW_ACCOUNT, html`Another account that can accept payments`, accounts.length === 0)}
        </fieldset>
        ${field({ name: 'business', label: 'Business name of the other account', value: 'Sample business', attributes: html`maxlength="200"` })}
        <button name="action" value="connect">Connect</button>
        <button class="quiet" name="action" value="deny">Cancel</button>
      </form>`,
  );
};

/** Creates an account as if its owner already had it: complete, and connected only when the code is exchanged. */
const createExistingAccount = (call: CallContext, name: string): Account => {
  const account = buildAccount(call, { business_profile: { name }, email: 'owner@example.com' });
  return call.platform.insert('account', {
    ...account,
    ...ACTIVE_ACCOUNT,
    details_submitted: true,
    hidden: { deauthorized: true },
  });
};

const getChosenAccount = (call: CallContext, { account = '', business = '' }: Fields) =>
  account === NEW_ACCOUNT
    ? createExistingAccount(call, business.trim() || 'Sample business')
    : call.platform.find('account', account);

const buildReturnUrl = ({ redirectUri, state }: AuthorizationRequest, response: Record<string, string>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...response, ...(state !== '' && { state }) }))
    url.searchParams.set(name, value);
  return url.href;
};

const ACCESS_DENIED = { error: 'access_denied', error_description: 'The user denied your request' };

/** Stripe's OAuth page, on which the owner of an account grants access to a platform. */
export const oauthPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.on(['GET', 'POST'], '/authorize', async (c) => {
    const query = c.req.query();
    const action = `${new URL(c.req.url).pathname}?${new URLSearchParams(query)}`;
    const fields = c.req.method === 'POST' ? await readFields(c.req) : null;
    const result = dependencies.inTransaction('', (call): PageResult => {
      const request = readRequest(call, query);
      if (typeof request === 'string')
        return { body: page('Invalid request', notice('Invalid request', request)), status: 400 };
      if (fields === null) return { body: consentPage(call, action, request) };
      if (fields['action'] === 'deny') return { to: buildReturnUrl(request, ACCESS_DENIED) };
      const account = getChosenAccount(call, fields);
      if (!account) return { body: consentPage(call, action, request, 'Choose an account.'), status: 422 };
      const code = issueCode(call, account.id, request.scope);
      return { to: buildReturnUrl(request, { code, scope: request.scope }) };
    });
    return sendResult(c, result);
  });
  return app;
};
