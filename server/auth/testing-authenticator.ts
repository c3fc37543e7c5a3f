import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Deviations from the behavior of a correct authenticator. */
export type Quirks = {
  origin?: string;
  rpId?: string;
  /** Both flags default to true. */
  userVerified?: boolean;
  userPresent?: boolean;
  /** Replaces the incremented counter. */
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

/** A software security key or passkey that returns responses as a browser does. For tests only. */
export function softAuthenticator(origin: string, aaguid = '00000000-0000-0000-0000-000000000000') {
  const keys: Key[] = [];
  return {
    keys,
    /** `navigator.credentials.create`, as JSON. */
    create(options: Creation, quirks: Quirks = {}) {
      const { key, publicKey } = newKey(options.user.id);
      keys.push(key);
      const attested = attestedData(aaguid, key.id, publicKey);
      return created(options, { origin, key, attested }, quirks);
    },
    /** `navigator.credentials.get`, as JSON. */
    get(options: Request, quirks: Quirks = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id);
      const key = keys.findLast(({ id }) => allowed?.includes(id) ?? true);
      if (!key) throw new Error('The authenticator holds none of these');
      key.counter = quirks.counter ?? key.counter + 1;
      return asserted(options, { origin, key }, quirks);
    },
  };
}

function newKey(userHandle: string): { key: Key; publicKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { key: { id: base64url(randomBytes(32)), privateKey, userHandle, counter: 0 }, publicKey };
}

type Making = { origin: string; key: Key; attested: Buffer };

function created({ challenge, rp }: Creation, { origin, key, attested }: Making, quirks: Quirks) {
  const data = authenticatorData(rp.id ?? '', key, quirks, attested);
  const statement = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', Uint8Array.from(data)],
  ]);
  return {
    ...outer(key.id),
    response: {
      clientDataJSON: base64url(clientData('webauthn.create', challenge, quirks.origin ?? origin)),
      attestationObject: base64url(isoCBOR.encode(statement as never)),
      transports: ['usb' as const],
    },
  };
}

function asserted({ challenge, rpId }: Request, { origin, key }: Omit<Making, 'attested'>, quirks: Quirks) {
  const data = authenticatorData(rpId ?? '', key, quirks);
  const client = clientData('webauthn.get', challenge, quirks.origin ?? origin);
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

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rpId: string, key: Key, quirks: Quirks, attested?: Buffer): Buffer {
  const flags =
    (quirks.userPresent === false ? 0 : FLAG.present) |
    (quirks.userVerified === false ? 0 : FLAG.verified) |
    (attested ? FLAG.attested : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(quirks.counter ?? key.counter);
  const parts = [sha256(quirks.rpId ?? rpId), Buffer.from([flags]), counter];
  return Buffer.concat(attested ? [...parts, attested] : parts);
}

function attestedData(aaguid: string, id: string, publicKey: KeyObject): Buffer {
  const idBytes = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(idBytes.length);
  return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, idBytes, coseKey(publicKey)]);
}

const outer = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  authenticatorAttachment: 'cross-platform' as const,
});

/** An ES256 public key on P-256 in COSE format. */
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
