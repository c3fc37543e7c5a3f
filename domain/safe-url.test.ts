import fc from 'fast-check';
import { expect, test } from 'vitest';

import { propertyRuns } from './testing/property-runs.ts';
import { parseSafeUrl } from './text.ts';

const HOSTILE = [
  '',
  ' ',
  'example.com',
  '//example.com',
  '/terms',
  '#',
  '?',
  'about:blank',
  'terms',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:https://example.com',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg/>',
  'file:///etc/passwd',
  'ftp://example.com',
  'blob:https://example.com/1',
  'filesystem:https://example.com/1',
  'view-source:https://example.com',
  'mailto:a@example.com',
  'tel:123',
  'sms:123',
  'ws://example.com',
  'intent://example.com#Intent;end',
  'chrome://settings',
  'jar:https://example.com!/',
  'http:example.com',
  'https:example.com',
  'http:/example.com',
  'https:/example.com',
  'https:\\\\example.com',
  'https:\\/example.com',
  'http://\\example.com',
  'https://',
  'http://',
  'https:///',
  'https://?',
  'https://#',
  'https://:80',
  'https://[',
  'https://[::1',
  'https://exa mple.com',
  'https://example.com/a b',
  'https://example.com\\@evil.example',
  'https://user:pass@example.com',
  'https://user@example.com',
  'https://example.com@evil.example',
  'https://:pass@example.com',
  ' https://example.com',
  'https://example.com ',
  'https://example.com\n',
  'https://exam\tple.com',
  'https://example.com/\r\nSet-Cookie:a=b',
  'https://exam\u0000ple.com',
  'https://exam%00ple.com',
  'https://example.com/\u0000',
  'https://example.com/a\u0007b',
  'https://example.com/\u007f',
  'https://example.com/\u0085',
  'https://example.com/\ud83d',
  'https://exam<ple.com',
  'https://example.com:99999',
  'https://example.com:port',
  'https://1.2.3.4.5.6',
  'https://%',
  'https://a%2fb.com',
  'https://xn--a.com\u3000',
  '\ufeffhttps://example.com',
  'https://example.com\u2028',
  'https\u200b://example.com',
  'ｈttps://example.com',
];

test('covers at least sixty hostile URLs', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60);
});

test.for(HOSTILE.map((text) => [text]))('rejects %j as a link', ([text = '']) => {
  expect(parseSafeUrl(text)).toBeNull();
});

test.for([
  ['https://example.com', 'https://example.com/'],
  ['HTTP://EXAMPLE.com/Terms', 'http://example.com/Terms'],
  ['https://example.com:8443/a?b=c#d', 'https://example.com:8443/a?b=c#d'],
  ['https://münchen.de/ä', 'https://xn--mnchen-3ya.de/%C3%A4'],
  ['https://example.com/?q="><script>', 'https://example.com/?q=%22%3E%3Cscript%3E'],
  ['https://example.com/"onload="', 'https://example.com/%22onload=%22'],
  ['https://example.com/a/../b', 'https://example.com/b'],
  ['https://example.com/\u202egnp', 'https://example.com/%E2%80%AEgnp'],
  ['https://[::1]/a', 'https://[::1]/a'],
] as const)('reads %s as %s', ([text, url]) => {
  expect(parseSafeUrl(text)).toBe(url);
});

test('returns only http URLs that parse to themselves', () => {
  const text = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map((rest) => `https://example.com/${rest}`),
    fc.string({ unit: 'binary' }).map((rest) => `https://${rest}`),
  );
  fc.assert(
    fc.property(text, (input) => {
      const url = parseSafeUrl(input);
      if (url === null) return;
      expect(url).toMatch(/^https?:\/\/[^\s"<>\\@/?#]+[^\s"<>]*$/);
      expect(parseSafeUrl(url)).toBe(url);
    }),
    { numRuns: propertyRuns(5_000) },
  );
});
