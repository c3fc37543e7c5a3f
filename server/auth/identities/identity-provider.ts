import { importPKCS8, SignJWT } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';

import { IDENTITY_PROVIDERS, MAX_NAME_LENGTH, type IdentityProvider } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AccountConfig } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { normalizeEmail } from '#server/core/normalize-contact.ts';

/** An identity provider and its OAuth parameters. */
export type Provider = {
  name: IdentityProvider;
  server: AuthorizationServer;
  clientId: string;
  /** Created for each request, since Apple's is a JWT that we sign. */
  clientSecret: () => Promise<string>;
  scope: string;
  /** The provider returns an ID token. Otherwise the profile is fetched with the access token. */
  hasIdToken: boolean;
  hasPkce: boolean;
  /** The provider returns by form_post. */
  postsForm: boolean;
  /** A mock provider of the sandbox, which needs no TLS. */
  isMock: boolean;
  fetch: typeof fetch;
};

type ProviderProtocol = Pick<Provider, 'scope' | 'hasIdToken' | 'hasPkce' | 'postsForm'>;

const PROTOCOLS: Record<IdentityProvider, ProviderProtocol> = {
  google: { scope: 'openid email profile', hasIdToken: true, hasPkce: true, postsForm: false },
  github: { scope: 'read:user user:email', hasIdToken: false, hasPkce: true, postsForm: false },
  apple: { scope: 'name email', hasIdToken: true, hasPkce: false, postsForm: true },
};

/**
 * Constants, as they have not changed in years: sign-in needs no discovery request. A response with an `iss` parameter
 * must match. One without is accepted, because Google sends it only for some users and GitHub dropped it once; `state`
 * identifies the flow, and the code goes only to that flow's provider.
 */
const SERVERS: Record<IdentityProvider, AuthorizationServer> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  github: {
    // GitHub's responses name this issuer (RFC 9207): for some days in April 2026, and again since August.
    issuer: 'https://github.com/login/oauth',
    authorization_endpoint: 'https://github.com/login/oauth/authorize',
    token_endpoint: 'https://github.com/login/oauth/access_token',
    userinfo_endpoint: 'https://api.github.com/user',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
    token_endpoint: 'https://appleid.apple.com/auth/token',
    jwks_uri: 'https://appleid.apple.com/auth/keys',
  },
};

const APPLE_SECRET_TTL_MS = 5 * 60_000;
/** Our client id and secret at the mock providers. */
const MOCK_CLIENT = 'sandbox';

/** Throws AuthError 'oauth_provider_not_supported'. */
export function getProvider(context: Context, name: string | undefined): Provider {
  const providerName = IDENTITY_PROVIDERS.find((provider) => provider === name);
  const provider = providerName && (getRealProvider(context, providerName) ?? getMockProvider(context, providerName));
  if (!provider) throw new AuthError('oauth_provider_not_supported');
  return provider;
}

function getRealProvider(context: Context, name: IdentityProvider): Provider | null {
  const client = getClient(context, name);
  if (!client) return null;
  return { name, ...PROTOCOLS[name], server: SERVERS[name], ...client, isMock: false, fetch: context.externalFetch };
}

type OAuthClient = Pick<Provider, 'clientId' | 'clientSecret'>;

function getClient(context: Context, name: IdentityProvider): OAuthClient | null {
  const { accounts } = context.config;
  if (name === 'apple') return accounts.apple && createAppleClient(accounts.apple, context.realNow);
  const client = accounts[name];
  return client && { clientId: client.clientId, clientSecret: () => Promise.resolve(client.clientSecret) };
}

const createAppleClient = (
  { clientId, teamId, keyId, privateKey }: NonNullable<AccountConfig['apple']>,
  realNow: () => Date,
): OAuthClient => ({
  clientId,
  clientSecret: async () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(SERVERS.apple.issuer)
      .setIssuedAt(realNow())
      .setExpirationTime(new Date(realNow().getTime() + APPLE_SECRET_TTL_MS))
      .sign(await importPKCS8(privateKey, 'ES256')),
});

/** Returns the sandbox's mock provider, if there is one: same protocol, other URLs. */
function getMockProvider({ mockProviders }: Context, name: IdentityProvider): Provider | null {
  if (!mockProviders) return null;
  const base = `${mockProviders.origin}/sandbox/identity/${name}`;
  return {
    name,
    ...PROTOCOLS[name],
    server: {
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      userinfo_endpoint: `${base}/user`,
    },
    clientId: MOCK_CLIENT,
    clientSecret: () => Promise.resolve(MOCK_CLIENT),
    isMock: true,
    fetch: mockProviders.fetch,
  };
}

export type Profile = {
  provider: IdentityProvider;
  /** The provider's user id, which never changes and is never reused. */
  providerId: string;
  /** In stored form; null when absent or invalid. */
  email: string | null;
  /** True when the provider has verified the address. */
  emailVerified: boolean;
  /** Empty when absent. */
  name: string;
};

type ProviderClaims = { id: string; email: string | undefined; emailVerified: boolean; name: string | undefined };

export const buildProfile = (
  provider: IdentityProvider,
  { id, email = '', emailVerified, name = '' }: ProviderClaims,
): Profile => ({
  provider,
  providerId: id,
  email: normalizeEmail(email),
  emailVerified,
  name: name.trim().slice(0, MAX_NAME_LENGTH),
});
