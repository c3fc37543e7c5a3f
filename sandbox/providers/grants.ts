import { createHash, randomBytes } from 'node:crypto';

export const providers = { google: 'Google', github: 'GitHub', apple: 'Apple' } as const;
export type Provider = keyof typeof providers;
export const isProvider = (name: string): name is Provider => Object.hasOwn(providers, name);

/** The identity that a user entered. `verified`: the provider has verified the email address. */
export type Person = { email: string; name: string; verified: boolean };

const digest = (provider: Provider, email: string): string =>
  createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex');

/** Returns the same subject for the same email address. */
export const subjectFor = (provider: Provider, email: string): string => digest(provider, email).slice(0, 24);

export const githubUserId = (email: string): number => Number.parseInt(digest('github', email).slice(0, 9), 16);

/** The credentials of the only client. */
export const clientId = 'sandbox';
export const clientSecret = 'sandbox';

const CODE_LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 1000;

/** The authorization request that a code belongs to. */
export type Grant = {
  provider: Provider;
  person: Person;
  redirectUri: string;
  nonce: string | undefined;
  challenge: string | undefined;
};

export type Grants = {
  /** Issues a code that can be exchanged once, within five minutes. */
  issue: (grant: Grant) => string;
  /** Consumes the code and returns its grant, or null when the request does not match. */
  consume: (fields: Record<string, string>, provider: Provider) => Grant | null;
  issueAccessToken: (person: Person) => string;
  findPerson: (authorization: string | undefined) => Person | null;
  /** Returns true only at the first call for an email address. */
  isFirstSignIn: (email: string) => boolean;
};

const randomToken = (): string => randomBytes(24).toString('base64url');

/** Stores an entry and drops the oldest ones above the limit. */
const addBounded = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_ENTRIES) break;
    map.delete(oldest);
  }
};

const verifiesChallenge = (verifier: string | undefined, challenge: string | undefined): boolean =>
  challenge === undefined ||
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url') === challenge;

/** Keeps codes and access tokens in memory: a sign-in in progress is lost when the sandbox ends. */
export const createGrants = (): Grants => {
  const codes = new Map<string, Grant & { issuedAt: number }>();
  const tokens = new Map<string, Person>();
  const knownEmails = new Set<string>();
  return {
    issue: (grant) => {
      const code = randomToken();
      addBounded(codes, code, { ...grant, issuedAt: Date.now() });
      return code;
    },
    consume: (fields, provider) => {
      const code = fields['code'] ?? '';
      const grant = codes.get(code);
      codes.delete(code);
      const isValid =
        grant?.provider === provider &&
        Date.now() - grant.issuedAt <= CODE_LIFETIME_MS &&
        fields['redirect_uri'] === grant.redirectUri &&
        verifiesChallenge(fields['code_verifier'], grant.challenge);
      return isValid ? grant : null;
    },
    issueAccessToken: (person) => {
      const token = randomToken();
      addBounded(tokens, token, person);
      return token;
    },
    findPerson: (authorization) => tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '') ?? null,
    isFirstSignIn: (email) => !knownEmails.has(email) && Boolean(knownEmails.add(email)),
  };
};
