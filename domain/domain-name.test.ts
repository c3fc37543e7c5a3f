import fc from 'fast-check';
import { expect, test } from 'vitest';

import { getVerificationRecordName, validateDisplayName, getSkeleton, parseHost } from './domain-name.ts';
import { propertyRuns } from './testing/property-runs.ts';

test('extracts the host name from pasted text', () => {
  const cases: Record<string, string> = {
    'pay.example.com': 'pay.example.com',
    ' PAY.Example.COM. ': 'pay.example.com',
    'https://pay.example.com/': 'pay.example.com',
    'http://pay.example.com:8080/c/taller?coupon=SAVE#top': 'pay.example.com',
    '//pay.example.com\\path': '',
    'pay。example．com': 'pay.example.com',
    'ｐａｙ.example.com': 'pay.example.com',
    'töpferei.example.com': 'xn--tpferei-90a.example.com',
    'XN--TPFEREI-90A.example.com': 'xn--tpferei-90a.example.com',
    'faß.example.de': 'xn--fa-hia.example.de',
    '例え.jp': 'xn--r8jz45g.jp',
    'l·l.example.cat': 'xn--ll-0ea.example.cat',
    'pay.example.com:': 'pay.example.com',
  };
  for (const [input, host] of Object.entries(cases))
    expect([input, parseHost(input)]).toEqual([input, host ? { host } : { error: expect.any(String) }]);
});

test('turns any input into a valid, stable host or an error message', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '.',
      '-',
      '_',
      'xn--',
      'com',
      '127.0.0.1',
      '[::1]',
      'http://',
      '/',
      '@',
      ':',
      '%2e',
      '*',
      '0x7f',
      'ß',
      'а',
      '\u202e',
      '\u0000',
      '。',
      'a'.repeat(70),
    ),
    fc.domain(),
  );
  const input = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(input, (text) => {
      const read = parseHost(text);
      if ('error' in read) return read.error.length > 10 && !read.error.includes('undefined');
      const { host } = read;
      expect(host).toMatch(/^(?!-)[a-z0-9-]+(?<!-)(\.(?!-)[a-z0-9-]+(?<!-))+$/);
      expect(getVerificationRecordName(host).length).toBeLessThanOrEqual(253);
      expect(host).not.toMatch(/^[\d.]+$/);
      expect(parseHost(host)).toEqual({ host });
      return true;
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test('accepts every registrable name as it is', () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const host = domain.toLowerCase();
      fc.pre(getVerificationRecordName(host).length <= 253);
      // Only the URL parser decides which `xn--` labels are well-formed.
      fc.pre(!host.includes('--'));
      expect(parseHost(domain)).toEqual({ host });
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('rejects labels with mixed alphabets and names that resemble our own', () => {
  const ownLabel = ['tillwright'];
  for (const name of [
    'pay.example.com',
    'tillwright.example.com',
    'пример.example.com',
    '東京カフェtokyo.example.jp',
    'wright.example.com',
    'Über.example.de',
  ])
    expect([name, validateDisplayName(name, ownLabel)]).toEqual([name, null]);
  for (const name of ['pаypal.example.com', 'exаmple.com', 'γοοgle.example.com', 'mікroклub.example.com'])
    expect([name, validateDisplayName(name, ownLabel)]).toEqual([name, expect.stringContaining('different alphabets')]);
  for (const name of [
    'ti11wright.example.com',
    'till-wright.com',
    'tıllwrıght.com',
    'tíllwright.com',
    'tiIlvvright.example.com'.toLowerCase(),
    'pay.tillwr1ght.com',
  ])
    expect([name, validateDisplayName(name, ownLabel)]).toEqual([
      name,
      expect.stringContaining('looks too much like ours'),
    ]);
  expect(getSkeleton('тιllwright')).toBe(getSkeleton('tillwright'));
});
