import * as oauth from 'oauth4webapi';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { Context } from '#server/core/context.ts';

import { profileFromIdToken } from './id-token.ts';
import { buildProfile, type Profile, type Provider } from './identity-provider.ts';

const GithubUser = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Fetches the GitHub user. Uses the numeric id, which never changes, and only the primary email address. */
async function fetchGithubProfile(provider: Provider, accessToken: string, signal: AbortSignal): Promise<Profile> {
  const userUrl = provider.server.userinfo_endpoint ?? '';
  const fetchJson = async <T extends z.ZodType>(url: string, schema: T): Promise<z.infer<T>> => {
    const response = await provider.fetch(url, {
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${accessToken}`,
        'User-Agent': 'Tillwright',
      },
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return schema.parse(await response.json());
  };
  const [{ id, name, login }, emails] = await Promise.all([
    fetchJson(userUrl, GithubUser),
    fetchJson(`${userUrl}/emails`, GithubEmails),
  ]);
  const primaryEmail = emails.find(({ primary }) => primary);
  return buildProfile('github', {
    id: String(id),
    email: primaryEmail?.email,
    emailVerified: primaryEmail?.verified ?? false,
    name: name || login,
  });
}

const TIMEOUT_MS = 5000;

/** Secrets of a flow while the user is at the provider. */
export type FlowSecrets = { verifier: string; nonce: string };

/** Redirect URI of all providers; it is the only one registered with them. */
const getCallbackUrl = ({ config }: Context): string => `${config.appUrl}/auth/v1/callback`;

/** Creates the provider's authorization URL with the flow's state and secrets. */
export async function startProviderFlow(
  context: Context,
  provider: Provider,
): Promise<{ url: string; state: string; secrets: FlowSecrets }> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const url = new URL(provider.server.authorization_endpoint ?? '');
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: getCallbackUrl(context),
    response_type: 'code',
    scope: provider.scope,
    state,
    ...(provider.hasIdToken && { nonce }),
    ...(provider.hasPkce && {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
    ...(provider.postsForm && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, secrets: { verifier, nonce } };
}

type ProviderResponse = {
  /** Query or form parameters of the provider's response. */
  parameters: URLSearchParams;
  state: string;
  secrets: FlowSecrets;
};

/** Completes a flow and returns the user's profile. Throws AuthError 'bad_oauth_callback'. */
export async function completeProviderFlow(
  context: Context,
  provider: Provider,
  providerResponse: ProviderResponse,
): Promise<Profile> {
  try {
    return await fetchProfile(context, provider, providerResponse);
  } catch (error) {
    // Do not log the response itself: it may contain tokens.
    const reason = error instanceof oauth.ResponseBodyError ? error.error : describeError(error);
    context.log.warn({ provider: provider.name, reason }, 'provider_response_invalid');
    const message = authDetailMessages.providerResponse({ provider: IDENTITY_PROVIDER_NAMES[provider.name] });
    throw new AuthError('bad_oauth_callback', { message });
  }
}

function describeError(error: unknown): string {
  if (error instanceof z.ZodError) return 'its answer has another shape';
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${error.name}: ${error.message}${code}`;
}

async function fetchProfile(
  context: Context,
  provider: Provider,
  { parameters, state, secrets: { verifier, nonce } }: ProviderResponse,
): Promise<Profile> {
  const { server, clientId, hasPkce, hasIdToken } = provider;
  const client = { client_id: clientId };
  const code = oauth.validateAuthResponse(server, client, parameters, state);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(await provider.clientSecret()),
    code,
    getCallbackUrl(context),
    hasPkce ? verifier : oauth.nopkce,
    { signal, [oauth.customFetch]: provider.fetch, [oauth.allowInsecureRequests]: provider.isMock },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    requireIdToken: hasIdToken,
    ...(hasIdToken ? { expectedNonce: nonce } : {}),
  });
  if (!hasIdToken) return fetchGithubProfile(provider, tokens.access_token, signal);
  const profile = await profileFromIdToken(context, provider, tokens.id_token ?? '', nonce);
  return { ...profile, name: profile.name || readAppleName(parameters) };
}

const AppleUser = z.object({
  name: z.object({ firstName: z.string().max(40).nullish(), lastName: z.string().max(40).nullish() }).nullish(),
});

/** Reads the name that Apple sends beside the token, at the first sign-in only. It is unverified. */
function readAppleName(parameters: URLSearchParams): string {
  const user = parameters.get('user');
  const appleUser = AppleUser.safeParse(user ? parseJsonOrNull(user) : null);
  const { firstName, lastName } = appleUser.data?.name ?? {};
  return [firstName, lastName].filter(Boolean).join(' ').trim();
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
