import { list, text, type DocsSection } from './docs-block.ts';

export const SIGNED_LINK_DOCS = {
  title: 'Signed links',
  description: 'Verify on your own site that a visitor has paid.',
};

const PHP = `<?php
// $url: $_SERVER['REQUEST_URI']. Returns the order's ID, or null.
function order_of(string $url): ?string
{
    if (!preg_match('/^(.*[?&]tw_order=([0-9a-f-]{36}))&tw_sig=([0-9a-f]{64})/', $url, $parts)) return null;
    $wanted = hash_hmac('sha256', $parts[1], getenv('SIGNING_SECRET'));
    return hash_equals($wanted, $parts[3]) ? $parts[2] : null;
}`;

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// url: path and query, such as request.url. Returns the order's ID, or null.
export function orderOf(url) {
  const [, signed, order, given] = /^(.*[?&]tw_order=([0-9a-f-]{36}))&tw_sig=([0-9a-f]{64})/.exec(url) ?? [];
  const wanted = createHmac('sha256', process.env.SIGNING_SECRET).update(signed ?? '').digest('hex');
  return signed && timingSafeEqual(Buffer.from(wanted), Buffer.from(given)) ? order : null;
}`;

const PYTHON = `import hashlib, hmac, os, re

# url: path and query, such as request.get_full_path() in Django. Returns the order's ID, or None.
def order_of(url):
    parts = re.match(r"(.*[?&]tw_order=([0-9a-f-]{36}))&tw_sig=([0-9a-f]{64})", url)
    secret = os.environ["SIGNING_SECRET"].encode()
    wanted = hmac.new(secret, parts[1].encode(), hashlib.sha256).hexdigest() if parts else ""
    return parts[2] if parts and hmac.compare_digest(wanted, parts[3]) else None`;

/** Verification in several languages. Each sample returns the order's ID, or nothing for any other URL. */
export const SIGNED_LINK_SAMPLES = {
  php: { language: 'PHP', code: PHP },
  node: { language: 'Node.js', code: NODE },
  python: { language: 'Python', code: PYTHON },
} as const;

const overviewSection: DocsSection = {
  id: 'how',
  title: 'How it works',
  blocks: [
    text(
      'A page can deliver a private link, and it can send buyers to your site after payment. If you turn on signing, we add two parameters to the URL: `tw_order`, the ID of the order, and `tw_sig`, a signature. By checking the signature, your site knows that the visitor comes from this order.',
    ),
    list(
      'Buyers reach your URL only through us: it’s never part of an email, and we add the signature when they open it.',
      '`tw_sig` is the HMAC-SHA256, in lowercase hex, of the path and query before `&tw_sig=`, exactly as they were requested. Its key is your signing secret, prefix included.',
      'The signature covers your URL, so it can’t be used for another one.',
      'Your signing secret is on the [Integrations](/integrations) screen. If it leaks, replace it there.',
    ),
  ],
};

const verifySection: DocsSection = {
  id: 'verify',
  title: 'Verify the signature',
  blocks: Object.values(SIGNED_LINK_SAMPLES).map(({ language, code }) => ({ kind: 'code', caption: language, code })),
};

const laterSection: DocsSection = {
  id: 'later',
  title: 'What it doesn’t prove',
  blocks: [
    list(
      'A buyer can share the signed URL. Tie the order’s ID to one account the first time you see it, or start a session and redirect to a URL without these parameters.',
      'The signature doesn’t expire, but access can end later, for example after a refund. To check, call `GET /orders/{orderId}` or receive [webhooks](/developers/webhooks).',
      'The URL after payment can also contain `{order_number}` and `{order_id}`. Without a signature, anyone can enter any value.',
    ),
  ],
};

export const createSignedLinkDocs = (): readonly DocsSection[] => [overviewSection, verifySection, laterSection];
