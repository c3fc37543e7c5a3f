import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Deviations from the behavior of a correct authenticator. */
export type AuthenticatorFaults = {
  origin?: string;
  rpId?: string;
  /** Both flags default to true. */
  userVerified?: boolean;
  userPresent?: boolean;
  /** Replaces the incremented counter. */
  counter?: number;
};

type CreationOptions = {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
};
type AssertionOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] };

type StoredCredential = { id: string; privateKey: KeyObject; userHandle: string; counter: number };

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const FLAGS = { present: 1, verified: 4, attested: 64 };

/** A software security key or passkey that returns responses as a browser does. For tests only. */
export function createSoftwareAuthenticator(origin: string, aaguid = '00000000-0000-0000-0000-000000000000') {
  const keys: StoredCredential[] = [];
  return {
    keys,
    /** `navigator.credentials.create`, as JSON. */
    create(options: CreationOptions, faults: AuthenticatorFaults = {}) {
      const { key, publicKey } = generateCredential(options.user.id);
      keys.push(key);
      const attestedData = encodeAttestedData(aaguid, key.id, publicKey);
      return createAttestation(options, { origin, key, attestedData }, faults);
    },
    /** `navigator.credentials.get`, as JSON. */
    get(options: AssertionOptions, faults: AuthenticatorFaults = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id);
      const key = keys.findLast(({ id }) => allowed?.includes(id) ?? true);
      if (!key) throw new Error('The authenticator holds none of these');
      key.counter = faults.counter ?? key.counter + 1;
      return createAssertion(options, { origin, key }, faults);
    },
  };
}

function generateCredential(userHandle: string): { key: StoredCredential; publicKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { key: { id: base64url(randomBytes(32)), privateKey, userHandle, counter: 0 }, publicKey };
}

type AttestationInput = { origin: string; key: StoredCredential; attestedData: Buffer };

function createAttestation(
  { challenge, rp }: CreationOptions,
  { origin, key, attestedData }: AttestationInput,
  faults: AuthenticatorFaults,
) {
  const data = encodeAuthenticatorData(rp.id ?? '', key, faults, attestedData);
  const statement = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', Uint8Array.from(data)],
  ]);
  return {
    ...toCredentialFields(key.id),
    response: {
      clientDataJSON: base64url(encodeClientData('webauthn.create', challenge, faults.origin ?? origin)),
      attestationObject: base64url(isoCBOR.encode(statement as never)),
      transports: ['usb' as const],
    },
  };
}

function createAssertion(
  { challenge, rpId }: AssertionOptions,
  { origin, key }: Omit<AttestationInput, 'attestedData'>,
  faults: AuthenticatorFaults,
) {
  const data = encodeAuthenticatorData(rpId ?? '', key, faults);
  const client = encodeClientData('webauthn.get', challenge, faults.origin ?? origin);
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey);
  return {
    ...toCredentialFields(key.id),
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: key.userHandle,
    },
  };
}

const encodeClientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function encodeAuthenticatorData(
  rpId: string,
  key: StoredCredential,
  faults: AuthenticatorFaults,
  attestedData?: Buffer,
): Buffer {
  const flags =
    (faults.userPresent === false ? 0 : FLAGS.present) |
    (faults.userVerified === false ? 0 : FLAGS.verified) |
    (attestedData ? FLAGS.attested : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(faults.counter ?? key.counter);
  const parts = [sha256(faults.rpId ?? rpId), Buffer.from([flags]), counter];
  return Buffer.concat(attestedData ? [...parts, attestedData] : parts);
}

function encodeAttestedData(aaguid: string, id: string, publicKey: KeyObject): Buffer {
  const idBytes = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(idBytes.length);
  return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, idBytes, encodeCoseKey(publicKey)]);
}

const toCredentialFields = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  authenticatorAttachment: 'cross-platform' as const,
});

/** An ES256 public key on P-256 in COSE format. */
function encodeCoseKey(publicKey: KeyObject): Uint8Array {
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
