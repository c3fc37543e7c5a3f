import { generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto';

import { Hono, type Context } from 'hono';

import { readFields } from '../pages/page-dependencies.ts';
import { authorizePage } from './authorize-page.ts';
import {
  clientId,
  clientSecret,
  createGrants,
  type Grant,
  type Grants,
  isProvider,
  providers,
  subjectFor,
  type Provider,
  githubUserId,
} from './grants.ts';

type IdTokens = {
  keys: () => { keys: JsonWebKey[] };
  sign: (claims: Record<string, unknown>) => string;
};

const encodeSegment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs ID tokens with a key that is created at first use and lives as long as this process. */
const createIdTokens = (): IdTokens => {
  let signingKey: { kid: string; pair: ReturnType<typeof rsaPair> } | null = null;
  const rsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const getSigningKey = () => (signingKey ??= { kid: randomUUID(), pair: rsaPair() });
  return {
    keys: () => {
      const { kid, pair } = getSigningKey();
      return { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
    },
    sign: (claims) => {
      const { kid, pair } = getSigningKey();
      const signingInput = `${encodeSegment({ alg: 'RS256', kid, typ: 'JWT' })}.${encodeSegment(claims)}`;
      return `${signingInput}.${sign('sha256', Buffer.from(signingInput), pair.privateKey).toString('base64url')}`;
    },
  };
};

const badCredentials = { message: 'Bad credentials' };

/** Mocks GitHub's API for an access token: the email address and its verification are only in /user/emails. */
const githubApi = (grants: Grants): Hono => {
  const app = new Hono();
  app.get('/user', (c) => {
    const person = grants.findPerson(c.req.header('authorization'));
    if (!person) return c.json(badCredentials, 401);
    const { email, name } = person;
    return c.json({ id: githubUserId(email), login: email.split('@')[0], name: name || null, email: null });
  });
  app.get('/user/emails', (c) => {
    const person = grants.findPerson(c.req.header('authorization'));
    if (!person) return c.json(badCredentials, 401);
    return c.json([{ email: person.email, primary: true, verified: person.verified, visibility: 'private' }]);
  });
  return app;
};

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
