import type { MailOf } from '#domain/mail.ts';
import { FAILED_CHECKS_UNTIL_OFF } from '#domain/seller-domain.ts';

import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { shownName } from './plain-name.ts';

const MOST_PROBLEMS = 6;
const MOST_LETTERS = 400;

/** One paragraph for each problem. Problems contain DNS values, which are shortened. */
const problemBlocks = (problems: readonly string[]): MailBlock[] =>
  problems
    .slice(0, MOST_PROBLEMS)
    .map((problem) => ({ kind: 'text', text: shownName(problem, MOST_LETTERS) }));

const toDomains = ({ domains }: MailLinks): MailBlock => ({
  kind: 'key',
  label: 'See your domains',
  href: domains,
});

const nameIn = ({ name }: { name: string }): string => shownName(name, 60) || 'Your domain';

export function domainFailing(mail: MailOf<'domain_failing'>, links: MailLinks): MailWords {
  const name = nameIn(mail);
  return {
    subject: `${name} does not lead to your page any more`,
    title: 'Something is wrong with your domain',
    preview: 'Put it right within two days, and nobody will notice.',
    blocks: [
      {
        kind: 'text',
        text: `We look at ${name} once a day. Today its records were not as they should be. After ${FAILED_CHECKS_UNTIL_OFF} such days the domain is switched off, and somebody else could claim it.`,
      },
      ...problemBlocks(mail.problems),
      {
        kind: 'text',
        text: 'Meanwhile the domain still answers, and your page sells under its first address as well, which always works.',
      },
      toDomains(links),
    ],
  };
}

export function domainOff(mail: MailOf<'domain_off'>, links: MailLinks): MailWords {
  const name = nameIn(mail);
  return {
    subject: `${name} is switched off`,
    title: 'Your domain is switched off',
    preview: 'Your page sells on under its first address.',
    blocks: [
      {
        kind: 'text',
        text: `The records of ${name} were wrong for ${FAILED_CHECKS_UNTIL_OFF} days in a row, so we switched the domain off. Your page sells on under its first address.`,
      },
      ...problemBlocks(mail.problems),
      {
        kind: 'text',
        text: 'Do you want it back? Put the records right, and let us look again. Do you not need it any more? Then remove it from your domains, and delete its records.',
      },
      toDomains(links),
    ],
  };
}
