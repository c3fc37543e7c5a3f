import { plural } from './plural.ts';

/** What a check of a seller’s domain found, and why a domain can’t be added. */
export const domainCheckMessages = {
  propagation: 'DNS changes usually take a few minutes, but can take up to a day. We keep checking automatically.',
  localOnly:
    'This site runs on a local machine, so public domains can’t reach it. To try this out, add a name under .localhost, such as pay.shop.localhost.',
  taken:
    'Your records are correct, but another seller has already verified this domain. If it’s yours, remove their TXT record and check again in a few days.',
  txt: {
    missing: ({ name }: { name: string }) => `There’s no TXT record at ${name} yet.`,
    removed: ({ name }: { name: string }) => `There’s no TXT record at ${name} anymore.`,
    wrong: ({ name, found, expected }: { name: string; found: string; expected: string }) =>
      `The TXT record at ${name} contains ${found}. Change it to ${expected}.`,
    suffixed: ({ found, registered, short }: { found: string; registered: string; short: string }) =>
      `The TXT record is at ${found} because your registrar adds ${registered} to every name. Enter ${short} as the name.`,
    misplaced: ({ found, name, short }: { found: string; name: string; short: string }) =>
      `The TXT record is at ${found} but should be at ${name}. Enter ${short} as the name.`,
  },
  address: {
    proxied: ({ name }: { name: string }) =>
      `Cloudflare’s proxy hides where ${name} points. Set this record to “DNS only” (gray cloud) in Cloudflare.`,
    wrong: ({ name, found, expected }: { name: string; found: string; expected: string }) =>
      `${name} points to ${found}. It should point to ${expected}.`,
    wrongCname: ({ name, found, expected }: { name: string; found: string; expected: string }) =>
      `The CNAME record of ${name} points to ${found}. It should point to ${expected}.`,
    extraIpv4: ({ name, found }: { name: string; found: string }) =>
      `${name} also has an A record for ${found}, which sends some visitors elsewhere. Delete it.`,
    extraIpv6: ({ name, found }: { name: string; found: string }) =>
      `${name} has an AAAA record for ${found}, which sends IPv6 visitors elsewhere. Delete it.`,
    suffixedCname: ({
      name,
      found,
      registered,
      target,
    }: {
      name: string;
      found: string;
      registered: string;
      target: string;
    }) =>
      `The CNAME record of ${name} points to ${found} because your registrar adds ${registered} to it. Enter ${target}. with a dot at the end.`,
    missing: ({ name, expected }: { name: string; expected: string }) =>
      `${name} doesn’t point anywhere yet. It should point to ${expected}.`,
    removed: ({ name, expected }: { name: string; expected: string }) =>
      `${name} doesn’t point anywhere anymore. It should point to ${expected}.`,
    unknownTarget: 'our addresses, which we couldn’t look up just now',
  },
  stillWorks: ({ checksLeft }: { checksLeft: number }) =>
    plural(checksLeft, {
      one: 'The domain still works. We check it once a day and turn it off after one more failed check.',
      other: `The domain still works. We check it once a day and turn it off after ${checksLeft} more failed checks.`,
    }),
  turnedOff: 'The domain is turned off. Fix its records, then check again.',
  dnsTimeout: ({ registered }: { registered: string }) =>
    `The DNS lookup for ${registered} timed out, so we couldn’t check your records. We’ll try again automatically.`,
  dnsTimeoutStillWorks: ({ registered }: { registered: string }) =>
    `The DNS lookup for ${registered} timed out, so we couldn’t check your records. The domain still works. We’ll try again automatically.`,
  dnsError: ({ registered, code }: { registered: string; code: string }) =>
    `The DNS lookup for ${registered} failed (${code}), so we couldn’t check your records. We’ll try again automatically.`,
  dnsErrorStillWorks: ({ registered, code }: { registered: string; code: string }) =>
    `The DNS lookup for ${registered} failed (${code}), so we couldn’t check your records. The domain still works. We’ll try again automatically.`,
  name: {
    empty: 'Enter your domain, such as pay.example.com.',
    email: 'This is an email address. Enter a domain, such as pay.example.com.',
    wildcard: 'Wildcards aren’t supported. Enter each domain separately, such as pay.example.com.',
    underscore: 'Browsers can’t open domains with an underscore. Enter one without it.',
    space: 'Domains can’t contain spaces. Enter one such as pay.example.com.',
    ipAddress: 'This is an IP address. Enter a domain, such as pay.example.com.',
    extraDot: 'There’s an extra dot in this domain. Enter one such as pay.example.com.',
    hyphen: 'No part of a domain can begin or end with a hyphen. Enter one such as pay.example.com.',
    invalidCharacter: 'This domain contains a character that isn’t allowed. Enter one such as pay.example.com.',
    tooLong: 'This domain is too long.',
    noDot: 'A domain has at least one dot. Enter one such as pay.example.com.',
    mixedAlphabets:
      'This domain mixes letters from different alphabets, which browsers warn about. Choose another one.',
    lookalike: 'This domain looks too much like ours. Choose another one.',
  },
  host: {
    localhost: 'Names under .localhost only work on the computer that runs this site.',
    unknownEnding: ({ ending }: { ending: string }) => `There are no public domains that end in .${ending}.`,
    publicSuffix: 'This is a domain ending that many sites share. Enter the full domain you own.',
    ownHost: 'This domain belongs to this site. Enter a domain you own.',
  },
} as const;
