import { generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto';

export type IdTokens = {
  keys: () => { keys: JsonWebKey[] };
  sign: (claims: Record<string, unknown>) => string;
};

const encodeSegment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs ID tokens with a key that is created at first use and lives as long as this process. */
export const createIdTokens = (): IdTokens => {
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
