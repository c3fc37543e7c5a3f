import { LICENSE_API_LIMITS, PROOF_LIFETIME_DAYS } from '#domain/license-api.ts';

import { list, text, type DocsBlock, type DocsSection } from './docs-block.ts';

export const LICENSE_DOCS = {
  title: 'License keys',
  description: 'Check license keys in your app, activate them on devices, and verify them offline.',
};

type ProofSample = { language: string; hint: string; code: string };

const NODE = `import { createHash, createPublicKey, verify } from 'node:crypto';

const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());

export function isLicensed({ proof, publicKeys, key, deliverableId, fingerprint }) {
  const [header, claims, signature] = proof.split('.');
  const jwk = publicKeys.keys.find(({ kid }) => kid === decode(header).kid);
  if (!jwk) return false;
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  if (!verify(null, Buffer.from(\`\${header}.\${claims}\`), publicKey, Buffer.from(signature, 'base64url'))) return false;
  const plainKey = key.replace(/[\\s\\p{Pd}]/gu, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  const proven = decode(claims);
  return (
    proven.keyHash === createHash('sha256').update(plainKey).digest('hex') &&
    proven.deliverableId === deliverableId &&
    proven.fingerprint === fingerprint &&
    proven.exp > Date.now() / 1000
  );
}`;

const PYTHON = `import base64, hashlib, json, time, unicodedata
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

def is_licensed(proof, public_keys, key, deliverable_id, fingerprint):
    header, claims, signature = proof.split(".")
    kid = json.loads(decode(header))["kid"]
    jwk = next((one for one in public_keys["keys"] if one["kid"] == kid), None)
    if jwk is None:
        return False
    try:
        public_key = Ed25519PublicKey.from_public_bytes(decode(jwk["x"]))
        public_key.verify(decode(signature), f"{header}.{claims}".encode())
    except InvalidSignature:
        return False
    letters = [one for one in key if not one.isspace() and unicodedata.category(one) != "Pd"]
    plain_key = "".join(letters).upper().translate(str.maketrans("ILO", "110"))
    proven = json.loads(decode(claims))
    return (
        proven["keyHash"] == hashlib.sha256(plain_key.encode()).hexdigest()
        and proven["deliverableId"] == deliverable_id
        and proven.get("fingerprint") == fingerprint
        and proven["exp"] > time.time()
    )`;

/** Programs that verify a proof. A test runs them. */
export const PROOF_SAMPLES = {
  node: { language: 'Node.js', hint: 'Node.js 16 or later, no dependencies.', code: NODE },
  python: { language: 'Python', hint: 'Uses the package cryptography: pip install cryptography.', code: PYTHON },
} as const satisfies Record<string, ProofSample>;

const overviewSection = (appUrl: string): DocsSection => ({
  id: 'check',
  title: 'Check a key',
  blocks: [
    text(
      'Your app sends the license key that the buyer entered and the ID of the deliverable, which you’ll find in its settings on the page’s Delivery tab. It needs no API key, so never ship one with your app.',
    ),
    {
      kind: 'code',
      caption: 'Activate a key on a device',
      code: `curl ${appUrl}/api/v1/licenses/activate \\
  -H 'Content-Type: application/json' \\
  -d '{"key":"KILN-7M2KQ-…","deliverableId":"DELIVERABLE_ID","fingerprint":"DEVICE_ID","label":"Studio laptop"}'`,
    },
    list(
      '[`POST /licenses/activate`](/developers/api#licenses.activate) activates the key on a device. Send the same `fingerprint` each time: activating a device again changes nothing. If the key is already in use on its maximum number of devices, the error is `license_used_up`.',
      '[`POST /licenses/check`](/developers/api#licenses.check) changes nothing. With a `fingerprint`, `valid` is true only on a device that is activated.',
      '[`POST /licenses/deactivate`](/developers/api#licenses.deactivate) removes the device, so that the key can be used on another one. It works even after the key has ended.',
    ),
    text(
      'A fingerprint is any text that stays the same on a device, such as a random ID that your app stores when it’s installed. We keep only a hash of it. Keys work however buyers type them: case, spaces, and hyphens don’t matter, and I, L, and O count as 1, 1, and 0.',
    ),
  ],
});

const STATES: readonly (readonly string[])[] = [
  ['`active`', 'The key may be used.'],
  ['`paused`', 'The payment is disputed or overdue. The key may become active again.'],
  ['`ended`', 'The buyer’s access has ended, for example with a refund or a subscription.'],
  ['`replaced`', 'The seller gave the buyer another key.'],
  ['`expired`', 'The key has expired.'],
];

const statesSection: DocsSection = {
  id: 'states',
  title: 'States',
  blocks: [
    {
      kind: 'table',
      caption: 'States of a license key',
      columnHeaders: ['State', 'Meaning'],
      rows: STATES,
    },
    text(
      'Only an active key is `valid`. The other states are responses, not errors, so that your app can say what’s wrong. A key that was never sold causes the error `license_unknown`. A new key works as soon as the order is paid.',
    ),
  ],
};

const proofsSection: DocsSection = {
  id: 'offline',
  title: 'Verify a key offline',
  blocks: [
    text(
      `Each response for a valid key has a \`proof\`: a signed statement (JWS, EdDSA with Ed25519) that your app can store and verify without a connection. It’s valid for ${PROOF_LIFETIME_DAYS} days, or until the key expires, whichever comes first. Get a new one whenever there’s a connection.`,
    ),
    {
      kind: 'table',
      caption: 'Claims of a proof',
      columnHeaders: ['Claim', 'Value'],
      rows: [
        ['`iss`', 'URL of the installation.'],
        ['`iat`, `exp`', 'When it was issued and when it expires, in Unix seconds.'],
        [
          '`keyHash`',
          'SHA-256, in hex, of the license key in uppercase, without spaces and hyphens, with I and L as 1 and O as 0.',
        ],
        [
          '`deliverableId`',
          'What the key is for. Compare it, because proofs of other sellers are signed with the same key.',
        ],
        ['`fingerprint`', 'The device, if the request included a fingerprint.'],
        ['`state`', 'Always `active`.'],
      ],
    },
    ...Object.values(PROOF_SAMPLES).map(({ language, hint, code }): DocsBlock => ({
      kind: 'code',
      caption: `${language}. ${hint}`,
      code,
    })),
    text(
      'Ship the response of [`GET /licenses/public-key`](/api/v1/licenses/public-key) with your app as `publicKeys`. These keys rarely change. If a proof has a `kid` that your app doesn’t know, get the response again.',
    ),
  ],
};

const { key, address, unknownKeys } = LICENSE_API_LIMITS;

const limitsSection: DocsSection = {
  id: 'limits',
  title: 'Limits',
  blocks: [
    list(
      `${key.limit} requests per minute for each key, and ${address.limit} per minute from one IP address. The error is \`rate_limited\`, with the seconds to wait.`,
      `After ${unknownKeys.limit} unknown keys in an hour, an IP address is blocked for an hour.`,
      'Web apps and browser extensions can call these endpoints, too: they accept requests from any website.',
    ),
  ],
};

const sellerSection: DocsSection = {
  id: 'manage',
  title: 'Manage keys',
  blocks: [
    text(
      'With an API key, your server can [list keys](/developers/api#licenses.list), change their limits, remove devices, and [add keys](/developers/api#deliverables.licenseKeys.import) to a list. The [events](/developers/webhooks) `license.activated` and `license.deactivated` tell you which device was added or removed.',
    ),
    {
      kind: 'code',
      caption: 'The same on the command line',
      code: `npx tillwright licenses list --state active
npx tillwright licenses import keys.txt --deliverable DELIVERABLE_ID
npx tillwright licenses show LICENSE_ID`,
    },
  ],
};

export const createLicenseDocs = (appUrl: string): readonly DocsSection[] => [
  overviewSection(appUrl),
  statesSection,
  proofsSection,
  limitsSection,
  sellerSection,
];
