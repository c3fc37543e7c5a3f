import { createHash, randomBytes } from 'node:crypto';
import type { Person, Provider } from './people.ts';

/** The credentials of the only client. */
export const clientId = 'sandbox';
export const clientSecret = 'sandbox';

const codeLifeMs = 5 * 60_000;
const mostKept = 1000;

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
  take: (fields: Record<string, string>, provider: Provider) => Grant | null;
  accessToken: (person: Person) => string;
  personOf: (authorization: string | undefined) => Person | null;
  /** Returns true only at the first call for an email address. */
  isFirstTime: (email: string) => boolean;
};

const random = (): string => randomBytes(24).toString('base64url');

/** Stores an entry and drops the oldest ones above the limit. */
const remember = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= mostKept) break;
    map.delete(oldest);
  }
};

const proves = (verifier: string | undefined, challenge: string | undefined): boolean =>
  challenge === undefined ||
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url') === challenge;

/** Keeps codes and access tokens in memory: a sign-in in progress is lost when the sandbox ends. */
export const openGrants = (): Grants => {
  const codes = new Map<string, Grant & { issuedAt: number }>();
  const tokens = new Map<string, Person>();
  const seen = new Set<string>();
  return {
    issue: (grant) => {
      const code = random();
      remember(codes, code, { ...grant, issuedAt: Date.now() });
      return code;
    },
    take: (fields, provider) => {
      const code = fields['code'] ?? '';
      const grant = codes.get(code);
      codes.delete(code);
      const fits =
        grant?.provider === provider &&
        Date.now() - grant.issuedAt <= codeLifeMs &&
        fields['redirect_uri'] === grant.redirectUri &&
        proves(fields['code_verifier'], grant.challenge);
      return fits ? grant : null;
    },
    accessToken: (person) => {
      const token = random();
      remember(tokens, token, person);
      return token;
    },
    personOf: (authorization) => tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '') ?? null,
    isFirstTime: (email) => !seen.has(email) && Boolean(seen.add(email)),
  };
};
