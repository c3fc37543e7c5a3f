import { generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto';

export type IdTokens = {
  keys: () => { keys: JsonWebKey[] };
  sign: (claims: Record<string, unknown>) => string;
};

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs ID tokens with a key that is created at first use and lives as long as this process. */
export const openIdTokens = (): IdTokens => {
  let made: { kid: string; pair: ReturnType<typeof rsaPair> } | null = null;
  const rsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const own = () => (made ??= { kid: randomUUID(), pair: rsaPair() });
  return {
    keys: () => {
      const { kid, pair } = own();
      return { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
    },
    sign: (claims) => {
      const { kid, pair } = own();
      const text = `${segment({ alg: 'RS256', kid, typ: 'JWT' })}.${segment(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), pair.privateKey).toString('base64url')}`;
    },
  };
};
