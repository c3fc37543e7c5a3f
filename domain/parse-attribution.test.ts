import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseAttribution } from './parse-attribution.ts';
import { propertyRuns } from './testing/property-runs.ts';

const OWN_HOSTS = ['shop.example', 'checkout.stripe.com'];
const from = (referrer: string, query = '', embed = '') => parseAttribution({ referrer, query, embed }, OWN_HOSTS);

test('uses the UTM source, else the referrer’s name, else its host, else direct', () => {
  expect(from('https://www.google.de/search?q=pots', '?utm_source=Newsletter').source).toBe('newsletter');
  expect(from('https://www.google.de/search?q=pots')).toMatchObject({
    source: 'google',
    referrer: 'google.de',
  });
  expect(from('https://www.Potters.example:8443/a?b')).toMatchObject({
    source: 'potters.example',
    referrer: 'potters.example',
  });
  expect(from('')).toMatchObject({ source: 'direct', referrer: '' });
  expect(parseAttribution({}, OWN_HOSTS).source).toBe('direct');
});

test('names well-known referrers by any of their hosts', () => {
  const named = {
    google: [
      'https://google.co.uk/',
      'https://google.com.br',
      'android-app://com.google.android.googlequicksearchbox/',
    ],
    gmail: ['https://mail.google.com/', 'android-app://com.google.android.gm'],
    facebook: ['https://l.facebook.com/l.php?u=1', 'https://lm.facebook.com', 'http://m.facebook.com/'],
    instagram: ['https://l.instagram.com/', 'https://instagram.com'],
    x: ['https://t.co/abc', 'https://twitter.com/', 'https://x.com'],
    youtube: ['https://m.youtube.com/watch?v=1', 'https://youtu.be/'],
    linkedin: ['https://lnkd.in/x', 'https://www.linkedin.com/feed/', 'android-app://com.linkedin.android'],
    reddit: ['https://old.reddit.com/r/pottery'],
    chatgpt: ['https://chatgpt.com/', 'https://chat.openai.com/'],
    outlook: ['https://outlook.live.com/', 'https://outlook.office.com/'],
    pinterest: ['https://pinterest.co.uk/', 'https://www.pinterest.de/pin/1'],
    duckduckgo: ['https://duckduckgo.com/'],
    bing: ['https://www.bing.com/search'],
    tiktok: ['https://www.tiktok.com/'],
  };
  for (const [name, addresses] of Object.entries(named))
    for (const address of addresses) expect([address, from(address).source]).toEqual([address, name]);
  for (const other of ['notgoogle.com', 'google.com.evil.example', 'max.com', 'at.co.example', 'fakex.com'])
    expect(from(`https://${other}/`).source).toBe(other);
});

test('ignores our own pages and Stripe’s as referrers', () => {
  for (const ownHosts of ['https://shop.example/c/course', 'https://checkout.stripe.com/c/pay/cs_1'])
    expect(from(ownHosts, '', ownHosts)).toMatchObject({ source: 'direct', referrer: '', embed: '' });
  expect(from('https://blog.shop.example/').referrer).toBe('blog.shop.example');
});

test('stores the origin of the embedding page', () => {
  expect(from('', '', 'https://www.studio.example/blog/post?token=secret').embed).toBe('https://www.studio.example');
  expect(from('', '', 'http://localhost:4000/x').embed).toBe('http://localhost:4000');
  for (const bad of ['null', 'about:srcdoc', 'javascript:alert(1)', 'https://', 'file:///etc/passwd', 'studio.example'])
    expect(from('', '', bad).embed).toBe('');
});

test('truncates, cleans and limits values', () => {
  const query = (value: string) => from('', `?utm_campaign=${value}`).utmCampaign;
  expect(query('Spring%20%20sale%0A2026')).toBe('Spring sale 2026');
  expect(query('%E2%80%AEelas%00%E2%81%A6x')).toBe('elasx');
  expect(query('e%CC%81te%CC%81')).toBe('été');
  expect(query('%ED%A0%80%FF')).toBe('����');
  expect(query('%E2%80%8B%20')).toBe('');
  expect(query('a'.repeat(500))).toBe('a'.repeat(100));
  expect(Array.from(query(encodeURIComponent('🏺'.repeat(200))))).toHaveLength(100);
  expect(query("'%3B DROP TABLE views%3B--")).toBe("'; DROP TABLE views;--");
  expect(query('%3Cscript%3Ealert(1)%3C/script%3E')).toBe('<script>alert(1)</script>');
});

test('uses the first of repeated parameters and cuts a long query at a parameter', () => {
  expect(from('', `?${'utm_source=first&utm_source=second&'.repeat(1000)}`).utmSource).toBe('first');
  const long = `?utm_source=kept&x=${'y'.repeat(4060)}&utm_medium=lost${'z'.repeat(100)}`;
  expect(from('', long)).toMatchObject({ utmSource: 'kept', utmMedium: '' });
});

test('ignores referrers without a valid host', () => {
  for (const bad of [
    'nonsense',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://[::1]/',
    'https://a b/',
    `https://${'a'.repeat(300)}.example`,
  ])
    expect([bad, from(bad).referrer]).toEqual([bad, '']);
  expect(from('https://bücher.example/').referrer).toBe('xn--bcher-kva.example');
});

test('returns limited, storable texts for any input', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 6000 }));
  fc.assert(
    fc.property(text, text, text, (referrer, value, embed) => {
      const query = `?utm_source=${value}&utm_term=${encodeURIComponent(value.toWellFormed())}`;
      for (const part of Object.values(parseAttribution({ referrer, query, embed }, OWN_HOSTS))) {
        expect(Array.from(part).length).toBeLessThanOrEqual(270);
        expect(part.isWellFormed()).toBe(true);
        expect(part).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});
