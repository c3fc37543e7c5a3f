import { Hono, type Context } from 'hono';
import { fieldsOf } from '../pages/desk.ts';
import { authorizePage } from './authorize.ts';
import { clientId, clientSecret, openGrants, type Grant } from './grants.ts';
import { githubApi } from './github-api.ts';
import { openIdTokens, type IdTokens } from './id-tokens.ts';
import { isProvider, providers, subjectOf, type Provider } from './people.ts';

const tokenLifeS = 3600;

const claimsOf = ({ provider, person, nonce }: Grant, issuer: string) => {
  const issuedAt = Math.floor(Date.now() / 1000);
  const { email, name, verified } = person;
  return {
    iss: issuer,
    sub: subjectOf(provider, email),
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + tokenLifeS,
    ...(nonce === undefined ? {} : { nonce }),
    email,
    email_verified: verified,
    ...(provider === 'google' && name !== '' ? { name } : {}),
  };
};

/** Returns an ID token, except for GitHub, which has no OpenID Connect and is queried with the access token. */
const idTokenOf = (grant: Grant, issuer: string, idTokens: IdTokens) =>
  grant.provider === 'github' ? {} : { id_token: idTokens.sign(claimsOf(grant, issuer)) };

const refuse = (c: Context, error: string, status: 400 | 401 = 400): Response => c.json({ error }, status);

/**
 * Mock Google, GitHub and Apple, mounted at /sandbox/identity. Each implements the real provider's protocol at its own
 * path; only the authorize pages are shown to users.
 */
export const identityProviders = (origin: string): Hono => {
  const app = new Hono();
  const grants = openGrants();
  const idTokens = openIdTokens();
  const exchange = async (c: Context, provider: Provider): Promise<Response> => {
    const fields = await fieldsOf(c.req);
    if (fields['client_id'] !== clientId || fields['client_secret'] !== clientSecret)
      return refuse(c, 'invalid_client', 401);
    if (fields['grant_type'] !== 'authorization_code') return refuse(c, 'unsupported_grant_type');
    const grant = grants.take(fields, provider);
    if (!grant) return refuse(c, 'invalid_grant');
    return c.json({
      access_token: grants.accessToken(grant.person),
      token_type: 'Bearer',
      expires_in: tokenLifeS,
      ...idTokenOf(grant, `${origin}/sandbox/identity/${provider}`, idTokens),
    });
  };
  for (const provider of Object.keys(providers).filter(isProvider)) {
    app.on(['GET', 'POST'], `/${provider}/authorize`, (c) => authorizePage(c, provider, { grants, origin }));
    app.post(`/${provider}/token`, (c) => exchange(c, provider));
    app.get(`/${provider}/keys`, (c) => c.json(idTokens.keys()));
  }
  app.route('/github', githubApi(grants));
  return app;
};
