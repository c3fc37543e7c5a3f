import { Hono, type Context } from 'hono';
import { readFields } from '../pages/desk.ts';
import { authorizePage } from './authorize.ts';
import { clientId, clientSecret, createGrants, type Grant } from './grants.ts';
import { githubApi } from './github-api.ts';
import { createIdTokens, type IdTokens } from './id-tokens.ts';
import { isProvider, providers, subjectFor, type Provider } from './people.ts';

const TOKEN_LIFETIME_S = 3600;

const buildClaims = ({ provider, person, nonce }: Grant, issuer: string) => {
  const issuedAt = Math.floor(Date.now() / 1000);
  const { email, name, verified } = person;
  return {
    iss: issuer,
    sub: subjectFor(provider, email),
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIFETIME_S,
    ...(nonce === undefined ? {} : { nonce }),
    email,
    email_verified: verified,
    ...(provider === 'google' && name !== '' ? { name } : {}),
  };
};

/** Returns an ID token, except for GitHub, which has no OpenID Connect and is queried with the access token. */
const createIdTokenField = (grant: Grant, issuer: string, idTokens: IdTokens) =>
  grant.provider === 'github' ? {} : { id_token: idTokens.sign(buildClaims(grant, issuer)) };

const oauthError = (c: Context, error: string, status: 400 | 401 = 400): Response => c.json({ error }, status);

/**
 * Mock Google, GitHub and Apple, mounted at /sandbox/identity. Each implements the real provider's protocol at its own
 * path; only the authorize pages are shown to users.
 */
export const identityProviders = (origin: string): Hono => {
  const app = new Hono();
  const grants = createGrants();
  const idTokens = createIdTokens();
  const exchange = async (c: Context, provider: Provider): Promise<Response> => {
    const fields = await readFields(c.req);
    if (fields['client_id'] !== clientId || fields['client_secret'] !== clientSecret)
      return oauthError(c, 'invalid_client', 401);
    if (fields['grant_type'] !== 'authorization_code') return oauthError(c, 'unsupported_grant_type');
    const grant = grants.consume(fields, provider);
    if (!grant) return oauthError(c, 'invalid_grant');
    return c.json({
      access_token: grants.issueAccessToken(grant.person),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_S,
      ...createIdTokenField(grant, `${origin}/sandbox/identity/${provider}`, idTokens),
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
