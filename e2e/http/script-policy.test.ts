import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { createSharedApp } from '../support/http-test-app.ts';

const app = createSharedApp();

/** Matches inline scripts that a browser runs, and no data blocks. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test.for(['/', '/pricing', '/blog', '/help', '/auth', '/builder', '/orders'])(
  'the policy of %s allows exactly its inline scripts, and the document is identical each time',
  async (path) => {
    const [first, second] = [await fetch(app().url + path), await fetch(app().url + path)];
    const html = await first.text();
    expect(await second.text()).toBe(html);
    expect(html).not.toContain('nonce=');
    expect(first.headers.get('x-script-sources')).toBeNull();
    const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashSource(script));
    expect(scripts.length).toBeGreaterThan(0);
    const policy = /script-src ([^;]*)/.exec(first.headers.get('content-security-policy') ?? '')?.[1];
    expect(new Set(policy?.split(' '))).toEqual(new Set(["'self'", ...scripts]));
  },
);
