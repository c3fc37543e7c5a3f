import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an authenticator is made to do otherwise than it should. */
export type Quirks = {
  origin?: string;
  rpId?: string;
  /** Left out: both. */
  userVerified?: boolean;
  userPresent?: boolean;
  /** Instead of counting one up. */
  counter?: number;
};

type Creation = {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
};
type Request = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] };

type Key = { id: string; privateKey: KeyObject; userHandle: string; counter: number };

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const FLAG = { present: 1, verified: 4, attested: 64 };

/** A security key or passkey of software, as a browser would hand out its answers. Seen by tests only. */
export function softAuthenticator(origin: string, aaguid = '00000000-0000-0000-0000-000000000000') {
  const keys: Key[] = [];

  const clientData = (type: string, challenge: string, quirks: Quirks) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: quirks.origin ?? origin, crossOrigin: false }));

  function authenticatorData(rpId: string, key: Key, quirks: Quirks, attested?: Uint8Array): Buffer {
    const flags =
      (quirks.userPresent === false ? 0 : FLAG.present) |
      (quirks.userVerified === false ? 0 : FLAG.verified) |
      (attested ? FLAG.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(quirks.counter ?? key.counter);
    return Buffer.concat([
      sha256(quirks.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      attested ?? Buffer.alloc(0),
    ]);
  }

  /** `navigator.credentials.create`, as JSON. */
  function create(options: Creation, quirks: Quirks = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { id: base64url(randomBytes(32)), privateKey, userHandle: options.user.id, counter: 0 };
    keys.push(key);
    const idBytes = Buffer.from(key.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const attested = Buffer.concat([
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      length,
      idBytes,
      coseKey(publicKey),
    ]);
    const authData = Uint8Array.from(authenticatorData(options.rp.id ?? '', key, quirks, attested));
    const statement = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...outer(key.id),
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, quirks)),
        attestationObject: base64url(isoCBOR.encode(statement as never)),
        transports: ['usb' as const],
      },
    };
  }

  /** `navigator.credentials.get`, as JSON. */
  function get(options: Request, quirks: Quirks = {}) {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const key = keys.findLast(({ id }) => allowed?.includes(id) ?? true);
    if (!key) throw new Error('The authenticator holds none of these');
    key.counter = quirks.counter ?? key.counter + 1;
    const data = authenticatorData(options.rpId ?? '', key, quirks);
    const client = clientData('webauthn.get', options.challenge, quirks);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey);
    return {
      ...outer(key.id),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: key.userHandle,
      },
    };
  }

  return { create, get, keys };
}

const outer = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  authenticatorAttachment: 'cross-platform' as const,
});

/** ES256 on P-256, as COSE writes it. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as never,
  );
}
