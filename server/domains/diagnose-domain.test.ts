import { expect, test } from 'vitest';

import type { Zone } from '#server/testing/dns-server.ts';
import {
  claimDomain,
  TARGET_ADDRESSES,
  openDomainTestEnv,
  sellerWithDomains,
  CNAME_TARGET,
  type DomainTestEnv,
} from '#server/testing/domain-env.ts';
import type { TestSeller } from '#server/testing/test-app.ts';

const [IPV4, IPV6] = TARGET_ADDRESSES;
const CLOUDFLARE = ['104.21.9.4', '172.67.1.1', '2606:4700:3030::ac43:101'];

type Records = (token: string) => Record<string, Zone>;

/** Returns the domain as its seller sees it after these records were set, one host at a time. */
async function checkWith({ nameServer }: DomainTestEnv, seller: TestSeller, host: string, records: Records) {
  const { id, records: lines } = await claimDomain(seller, host);
  const entries = Object.entries(records(lines[0]?.value ?? ''));
  for (const [name, recordSet] of entries) nameServer.set(name, recordSet);
  const { body } = await seller.rpc('check-domain', { domainId: id });
  await seller.rpc('remove-domain', { domainId: id });
  for (const [name] of entries) nameServer.remove(name);
  return body.domain;
}

const SUBDOMAIN = 'pay.example.com';
const APEX = 'example.com';
const RECORD_NAME = `_tillwright.${SUBDOMAIN}`;
const PROPAGATION_NOTE =
  'DNS changes usually take a few minutes, but can take up to a day. We keep checking automatically.';
const verified = (token: string, zone: Zone, host = SUBDOMAIN): Record<string, Zone> => ({
  [`_tillwright.${host}`]: { TXT: [token] },
  [host]: zone,
});

test('describes each fault with the current and the expected record', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  testEnv.nameServer.set('pages.builder.example', { A: ['198.51.100.9'] });
  testEnv.nameServer.set(`${CNAME_TARGET}.${APEX}`, { A: ['198.51.100.9'] });
  const cases: [what: string, host: string, records: Records, messages: string[]][] = [
    [
      'nothing yet',
      SUBDOMAIN,
      () => ({}),
      [
        `There’s no TXT record at ${RECORD_NAME} yet.`,
        `${SUBDOMAIN} doesn’t point anywhere yet. It should point to ${CNAME_TARGET}.`,
        PROPAGATION_NOTE,
      ],
    ],
    [
      'nothing at the domain itself',
      APEX,
      () => ({}),
      [
        `There’s no TXT record at _tillwright.${APEX} yet.`,
        `${APEX} doesn’t point anywhere yet. It should point to ${IPV4} and ${IPV6}.`,
        PROPAGATION_NOTE,
      ],
    ],
    [
      'only the token',
      SUBDOMAIN,
      (token) => ({ [RECORD_NAME]: { TXT: [token] } }),
      [`${SUBDOMAIN} doesn’t point anywhere yet. It should point to ${CNAME_TARGET}.`, PROPAGATION_NOTE],
    ],
    [
      'only the road',
      SUBDOMAIN,
      () => ({ [SUBDOMAIN]: { CNAME: [CNAME_TARGET] } }),
      [`There’s no TXT record at ${RECORD_NAME} yet.`, PROPAGATION_NOTE],
    ],
    [
      'another text',
      SUBDOMAIN,
      (token) => ({
        ...verified(token, { CNAME: [CNAME_TARGET] }),
        [RECORD_NAME]: { TXT: ['tillwright-verify=old'] },
      }),
      [`The TXT record at ${RECORD_NAME} contains “tillwright-verify=old”. Change it to “TOKEN”.`],
    ],
    [
      'the token at the host itself',
      SUBDOMAIN,
      (token) => ({ [SUBDOMAIN]: { TXT: [token], A: [IPV4], AAAA: [IPV6] } }),
      [`The TXT record is at ${SUBDOMAIN} but should be at ${RECORD_NAME}. Enter _tillwright.pay as the name.`],
    ],
    [
      'a doubled name',
      SUBDOMAIN,
      (token) => ({ [SUBDOMAIN]: { CNAME: [CNAME_TARGET] }, [`${RECORD_NAME}.${APEX}`]: { TXT: [token] } }),
      [
        `The TXT record is at ${RECORD_NAME}.${APEX} because your registrar adds ${APEX} to every name. Enter _tillwright.pay as the name.`,
      ],
    ],
    [
      'half a name',
      SUBDOMAIN,
      (token) => ({ [SUBDOMAIN]: { CNAME: [CNAME_TARGET] }, [`_tillwright.${APEX}`]: { TXT: [token] } }),
      [`The TXT record is at _tillwright.${APEX} but should be at ${RECORD_NAME}. Enter _tillwright.pay as the name.`],
    ],
    [
      'a CNAME to elsewhere',
      SUBDOMAIN,
      (token) => verified(token, { CNAME: ['pages.builder.example'] }),
      [`The CNAME record of ${SUBDOMAIN} points to pages.builder.example. It should point to ${CNAME_TARGET}.`],
    ],
    [
      'a doubled CNAME',
      SUBDOMAIN,
      (token) => verified(token, { CNAME: [`${CNAME_TARGET}.${APEX}`] }),
      [
        `The CNAME record of ${SUBDOMAIN} points to ${CNAME_TARGET}.${APEX} because your registrar adds ${APEX} to it. Enter ${CNAME_TARGET}. with a dot at the end.`,
      ],
    ],
    [
      'an address elsewhere',
      SUBDOMAIN,
      (token) => verified(token, { A: ['198.51.100.9'] }),
      [`${SUBDOMAIN} points to 198.51.100.9. It should point to ${CNAME_TARGET}.`],
    ],
    [
      'a proxy in front',
      SUBDOMAIN,
      (token) => verified(token, { A: CLOUDFLARE.slice(0, 2), AAAA: CLOUDFLARE.slice(2) }),
      [`Cloudflare’s proxy hides where ${SUBDOMAIN} points. Set this record to “DNS only” (gray cloud) in Cloudflare.`],
    ],
    [
      'an old address beside ours',
      APEX,
      (token) => verified(token, { A: [IPV4, '198.51.100.9'] }, APEX),
      [`${APEX} also has an A record for 198.51.100.9, which sends some visitors elsewhere. Delete it.`],
    ],
    [
      'an old address of the other family',
      APEX,
      (token) => verified(token, { A: [IPV4], AAAA: ['2001:db8::99'] }, APEX),
      [`${APEX} has an AAAA record for 2001:db8::99, which sends IPv6 visitors elsewhere. Delete it.`],
    ],
  ];
  for (const [what, host, records, expected] of cases) {
    const domain = await checkWith(testEnv, seller, host, records);
    const token = domain.records[0]?.value ?? '';
    expect([what, domain.state, domain.diagnosis]).toEqual([
      what,
      'pending',
      expected.map((text) => text.replace('TOKEN', token)),
    ]);
  }
});

test('accepts every kind of record that points here', async () => {
  const testEnv = await openDomainTestEnv({ DOMAIN_ADDRESSES: '198.51.100.1' });
  const seller = await sellerWithDomains(testEnv);
  testEnv.nameServer.set('a.edge.example', { CNAME: ['b.edge.example'] });
  testEnv.nameServer.set('b.edge.example', { CNAME: [CNAME_TARGET] });
  const cases: [string, string, Zone][] = [
    ['CNAME', SUBDOMAIN, { CNAME: [CNAME_TARGET] }],
    ['CNAME in capitals', SUBDOMAIN, { CNAME: [CNAME_TARGET.toUpperCase()] }],
    ['a chain of CNAMEs', SUBDOMAIN, { CNAME: ['a.edge.example'] }],
    ['addresses of the target', SUBDOMAIN, { A: [IPV4], AAAA: [IPV6] }],
    ['one family alone', SUBDOMAIN, { A: [IPV4] }],
    ['the configured address', APEX, { A: ['198.51.100.1'] }],
    ['a CNAME that its provider turns into addresses', APEX, { A: [IPV4], AAAA: [IPV6] }],
  ];
  for (const [what, host, zone] of cases) {
    const { state, diagnosis } = await checkWith(testEnv, seller, host, (token) => verified(token, zone, host));
    expect([what, state, diagnosis]).toEqual([what, 'live', []]);
  }
  const quoted = await checkWith(testEnv, seller, SUBDOMAIN, (token) => ({
    ...verified(token, { CNAME: [CNAME_TARGET] }),
    [RECORD_NAME]: { TXT: ['v=spf1 -all', ` "${token}" `] },
  }));
  expect(quoted.state).toBe('live');
});

test('stops following circular CNAMEs', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  testEnv.nameServer.set('round.example', { CNAME: [SUBDOMAIN] });
  const { state, diagnosis } = await checkWith(testEnv, seller, SUBDOMAIN, (token) =>
    verified(token, { CNAME: ['round.example'] }),
  );
  expect(state).toBe('pending');
  expect(diagnosis.length).toBeGreaterThan(0);
});

test('stores and shows foreign records without control characters', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const texts = [
    '\0\0nul',
    '\x07bell\x7f',
    '\r\nX-Evil: 1',
    '<script>alert(1)</script>',
    'x'.repeat(5000),
    ...Array<string>(40).fill('more'),
  ];
  const domain = await checkWith(testEnv, seller, SUBDOMAIN, () => ({ [RECORD_NAME]: { TXT: texts } }));
  const [txt] = domain.records;
  expect(txt?.found).toHaveLength(10);
  expect(txt?.found?.[0]).toBe('��nul');
  expect(txt?.found?.every((text) => text.length <= 300 && !/\p{C}/u.test(text))).toBe(true);
  expect(domain.diagnosis[0]).toContain('contains “��nul”, “�bell�” and “��X-Evil: 1”');
});
