import { createHash, randomBytes } from 'node:crypto';
import type { Person, Provider } from './people.ts';

/** The one client that there is. */
export const clientId = 'sandbox';
export const clientSecret = 'sandbox';

const codeLifeMs = 5 * 60_000;
const mostKept = 1000;

/** What the provider was asked when it sent somebody back. */
export type Grant = {
  provider: Provider;
  person: Person;
  redirectUri: string;
  nonce: string | undefined;
  challenge: string | undefined;
};

export type Grants = {
  /** A code that is exchanged once, within five minutes. */
  issue: (grant: Grant) => string;
  /** What the code stands for, or null; whatever comes of it, the code is used up. */
  take: (fields: Record<string, string>, provider: Provider) => Grant | null;
  accessToken: (person: Person) => string;
  personOf: (authorization: string | undefined) => Person | null;
  /** True once for each address. */
  isFirstTime: (email: string) => boolean;
};

const random = (): string => randomBytes(24).toString('base64url');

/** Keeps the newest. */
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

/** Codes and access tokens, in memory: whoever was under way when the sandbox ended begins again. */
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
