import { expect, test } from 'vitest';

import type { Zone } from '#server/testing-name-server.ts';
import {
  claimed,
  OURS,
  openDomainWorld,
  sellerWithDomains,
  TARGET,
  type DomainWorld,
} from '#server/testing-domains.ts';
import type { TestSeller } from '#server/testing.ts';

const [FOUR, SIX] = OURS;
const CLOUDFLARE = ['104.21.9.4', '172.67.1.1', '2606:4700:3030::ac43:101'];

type Records = (proof: string) => Record<string, Zone>;

/** Returns the domain as its seller sees it after these records were set, one host at a time. */
async function toldOf({ zone }: DomainWorld, seller: TestSeller, host: string, records: Records) {
  const { id, records: lines } = await claimed(seller, host);
  const written = Object.entries(records(lines[0]?.value ?? ''));
  for (const [name, zoned] of written) zone.set(name, zoned);
  const { body } = await seller.call('check-domain', { domainId: id });
  await seller.call('remove-domain', { domainId: id });
  for (const [name] of written) zone.remove(name);
  return body.domain;
}

const SUB = 'pay.example.com';
const APEX = 'example.com';
const PROOF = `_tillwright.${SUB}`;
const WAIT =
  'Changes in the DNS take a few minutes, at times up to a day. We go on looking by ourselves; you need not stay here.';
const proven = (proof: string, road: Zone, host = SUB): Record<string, Zone> => ({
  [`_tillwright.${host}`]: { TXT: [proof] },
  [host]: road,
});

test('describes each fault with the current and the expected record', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  world.zone.set('pages.builder.example', { A: ['198.51.100.9'] });
  world.zone.set(`${TARGET}.${APEX}`, { A: ['198.51.100.9'] });
  const cases: [what: string, host: string, records: Records, told: string[]][] = [
    [
      'nothing yet',
      SUB,
      () => ({}),
      [
        `There is no TXT record at ${PROOF} yet.`,
        `${SUB} leads nowhere yet. It should lead to ${TARGET}.`,
        WAIT,
      ],
    ],
    [
      'nothing at the domain itself',
      APEX,
      () => ({}),
      [
        `There is no TXT record at _tillwright.${APEX} yet.`,
        `${APEX} leads nowhere yet. It should lead to ${FOUR} and ${SIX}.`,
        WAIT,
      ],
    ],
    [
      'only the proof',
      SUB,
      (proof) => ({ [PROOF]: { TXT: [proof] } }),
      [`${SUB} leads nowhere yet. It should lead to ${TARGET}.`, WAIT],
    ],
    [
      'only the road',
      SUB,
      () => ({ [SUB]: { CNAME: [TARGET] } }),
      [`There is no TXT record at ${PROOF} yet.`, WAIT],
    ],
    [
      'another text',
      SUB,
      (proof) => ({ ...proven(proof, { CNAME: [TARGET] }), [PROOF]: { TXT: ['tillwright-verify=old'] } }),
      [`The TXT record at ${PROOF} says “tillwright-verify=old”. It should say “PROOF”.`],
    ],
    [
      'the proof at the host itself',
      SUB,
      (proof) => ({ [SUB]: { TXT: [proof], A: [FOUR], AAAA: [SIX] } }),
      [`The TXT record stands at ${SUB}. It belongs at ${PROOF}: type _tillwright.pay as its name.`],
    ],
    [
      'a doubled name',
      SUB,
      (proof) => ({ [SUB]: { CNAME: [TARGET] }, [`${PROOF}.${APEX}`]: { TXT: [proof] } }),
      [
        `The TXT record stands at ${PROOF}.${APEX}: your registrar puts ${APEX} behind each name by itself. Type _tillwright.pay as its name.`,
      ],
    ],
    [
      'half a name',
      SUB,
      (proof) => ({ [SUB]: { CNAME: [TARGET] }, [`_tillwright.${APEX}`]: { TXT: [proof] } }),
      [
        `The TXT record stands at _tillwright.${APEX}. It belongs at ${PROOF}: type _tillwright.pay as its name.`,
      ],
    ],
    [
      'a CNAME to elsewhere',
      SUB,
      (proof) => proven(proof, { CNAME: ['pages.builder.example'] }),
      [`${SUB} leads to pages.builder.example by a CNAME. It should lead to ${TARGET}.`],
    ],
    [
      'a doubled CNAME',
      SUB,
      (proof) => proven(proof, { CNAME: [`${TARGET}.${APEX}`] }),
      [
        `The CNAME of ${SUB} leads to ${TARGET}.${APEX}: your registrar puts ${APEX} behind it by itself. Type ${TARGET}. with a dot at its end.`,
      ],
    ],
    [
      'an address elsewhere',
      SUB,
      (proof) => proven(proof, { A: ['198.51.100.9'] }),
      [`${SUB} leads to 198.51.100.9. It should lead to ${TARGET}.`],
    ],
    [
      'a proxy in front',
      SUB,
      (proof) => proven(proof, { A: CLOUDFLARE.slice(0, 2), AAAA: CLOUDFLARE.slice(2) }),
      [
        `Cloudflare stands in front of ${SUB}, so we cannot see where it leads. Set this record to “DNS only” there (the grey cloud).`,
      ],
    ],
    [
      'an old address beside ours',
      APEX,
      (proof) => proven(proof, { A: [FOUR, '198.51.100.9'] }, APEX),
      [`Beside ours, ${APEX} has another A record: 198.51.100.9. Some visitors end up there. Delete it.`],
    ],
    [
      'an old address of the other family',
      APEX,
      (proof) => proven(proof, { A: [FOUR], AAAA: ['2001:db8::99'] }, APEX),
      [
        `The AAAA record of ${APEX} leads elsewhere, to 2001:db8::99: whoever comes by IPv6 ends up there. Delete it.`,
      ],
    ],
  ];
  for (const [what, host, records, told] of cases) {
    const domain = await toldOf(world, seller, host, records);
    const proof = domain.records[0]?.value ?? '';
    expect([what, domain.state, domain.diagnosis]).toEqual([
      what,
      'pending',
      told.map((text) => text.replace('PROOF', proof)),
    ]);
  }
});

test('accepts every kind of record that points here', async () => {
  const world = await openDomainWorld({ DOMAIN_ADDRESSES: '198.51.100.1' });
  const seller = await sellerWithDomains(world);
  world.zone.set('a.edge.example', { CNAME: ['b.edge.example'] });
  world.zone.set('b.edge.example', { CNAME: [TARGET] });
  const cases: [string, string, Zone][] = [
    ['CNAME', SUB, { CNAME: [TARGET] }],
    ['CNAME in capitals', SUB, { CNAME: [TARGET.toUpperCase()] }],
    ['a chain of CNAMEs', SUB, { CNAME: ['a.edge.example'] }],
    ['addresses of the target', SUB, { A: [FOUR], AAAA: [SIX] }],
    ['one family alone', SUB, { A: [FOUR] }],
    ['the configured address', APEX, { A: ['198.51.100.1'] }],
    ['a CNAME that its provider turns into addresses', APEX, { A: [FOUR], AAAA: [SIX] }],
  ];
  for (const [what, host, road] of cases) {
    const { state, diagnosis } = await toldOf(world, seller, host, (proof) => proven(proof, road, host));
    expect([what, state, diagnosis]).toEqual([what, 'live', []]);
  }
  const quoted = await toldOf(world, seller, SUB, (proof) => ({
    ...proven(proof, { CNAME: [TARGET] }),
    [PROOF]: { TXT: ['v=spf1 -all', ` "${proof}" `] },
  }));
  expect(quoted.state).toBe('live');
});

test('stops following circular CNAMEs', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  world.zone.set('round.example', { CNAME: [SUB] });
  const { state, diagnosis } = await toldOf(world, seller, SUB, (proof) =>
    proven(proof, { CNAME: ['round.example'] }),
  );
  expect(state).toBe('pending');
  expect(diagnosis.length).toBeGreaterThan(0);
});

test('stores and shows foreign records without control characters', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const texts = [
    '\0\0nul',
    '\x07bell\x7f',
    '\r\nX-Evil: 1',
    '<script>alert(1)</script>',
    'x'.repeat(5000),
    ...Array<string>(40).fill('more'),
  ];
  const domain = await toldOf(world, seller, SUB, () => ({ [PROOF]: { TXT: texts } }));
  const [txt] = domain.records;
  expect(txt?.found).toHaveLength(10);
  expect(txt?.found?.[0]).toBe('��nul');
  expect(txt?.found?.every((text) => text.length <= 300 && !/\p{C}/u.test(text))).toBe(true);
  expect(domain.diagnosis[0]).toContain('says “��nul”, “�bell�” and “��X-Evil: 1”');
});
