/** Responses of Google, GitHub and Apple: a mock of the network. For tests only. */
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

export const GOOGLE_ENV = {
  GOOGLE_CLIENT_ID: '123-abc.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-secret',
};
export const GITHUB_ENV = { GITHUB_CLIENT_ID: 'Iv1.8a61f9b3a7aba766', GITHUB_CLIENT_SECRET: 'github-secret' };
/** Apple's configuration with a generated key. */
export async function createAppleEnv() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const env = {
    APPLE_CLIENT_ID: 'example.shop.web',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_PRIVATE_KEY: (await exportPKCS8(privateKey)).replaceAll('\n', String.raw`\n`),
  };
  return { env, publicKey };
}

type ResponseFactory = (request: Request) => Response | Promise<Response>;
type MockNetwork = { fetch: typeof fetch; requests: Request[] };

/** Responds by URL; all other URLs fail as unreachable. */
export function createMockNetwork(responses: Record<string, ResponseFactory>): MockNetwork {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      const respond = responses[request.url];
      if (!respond) throw new TypeError('fetch failed');
      return respond(request);
    },
  };
}

/** A provider's key, and tokens signed with it. */
export async function createSigner(kid = 'key-1') {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return {
    privateKey,
    publicKey,
    keys: () => Response.json({ keys: [jwk] }),
    sign: (claims: JWTPayload, header: Record<string, unknown> = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header }).sign(privateKey),
  };
}

const getUnixSeconds = (): number => Math.floor(Date.now() / 1000);

/** Claims of Google's ID token for a user who has just signed in. */
export const googleClaims = (overrides: JWTPayload = {}): JWTPayload => ({
  iss: 'https://accounts.google.com',
  azp: GOOGLE_ENV.GOOGLE_CLIENT_ID,
  aud: GOOGLE_ENV.GOOGLE_CLIENT_ID,
  sub: '110169484474386276334',
  email: 'sam.vane@example.com',
  email_verified: true,
  at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
  name: 'Sam Vane',
  picture: 'https://lh3.googleusercontent.com/a/x=s96-c',
  given_name: 'Sam',
  family_name: 'Vane',
  iat: getUnixSeconds(),
  exp: getUnixSeconds() + 3600,
  ...overrides,
});
