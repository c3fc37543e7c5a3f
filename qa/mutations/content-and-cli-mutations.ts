import type { Mutation } from './mutation.ts';

/** Copy that states a rule, and the command line. */
export const CONTENT_AND_CLI: readonly Mutation[] = [
  {
    id: 'sms-code-for-any-site',
    area: 'content',
    title: 'A phone offers the code of a text message to any site.',
    file: 'content/messages/sms.ts',
    find: '\\n\\n@${host} #${code}`',
    replace: '\\n\\n${host} ${code}`',
    tests: ['server/email/sms-transport.test.ts', 'server/auth/factors/phone-factor.test.ts'],
  },
  {
    id: 'template-replaces-typed-text',
    area: 'content',
    title: "Applying another template replaces the seller's product name.",
    file: 'content/apply-template.ts',
    find: 'UNCHANGED_CONFIGS.some((unchanged) => hasEqualFields(config, unchanged, group))',
    replace: 'group.length > 0',
    tests: ['content/apply-template.test.ts'],
  },
  {
    id: 'faq-without-trial-length',
    area: 'content',
    title: 'The front page states a wrong length of the trial.',
    file: 'content/landing-faq.ts',
    find: '${TRIAL_DAYS}-day trial',
    replace: '${TRIAL_DAYS * 2}-day trial',
    tests: ['content/landing-faq.test.ts', 'content/product-claims.test.ts'],
  },
  {
    id: 'key-over-http',
    area: 'cli',
    title: 'The command line sends an API key without TLS.',
    file: 'cli/settings.mjs',
    find: "if (url.protocol === 'http:' && !isThisMachine(url.hostname))",
    replace: "if (url.protocol === 'ftp:')",
    tests: ['cli/tillwright.test.ts'],
  },
  {
    id: 'terminal-steered',
    area: 'cli',
    title: 'The name of a product can send control characters to the terminal.',
    file: 'cli/output.mjs',
    find: "stripVTControlCharacters(String(text)).replace(CONTROLS, ' ').trim()",
    replace: 'String(text).trim()',
    tests: ['cli/terminal.test.ts'],
  },
  {
    id: 'command-repeated-as-new',
    area: 'cli',
    title: 'A command that is repeated with its idempotency key runs again.',
    file: 'cli/client.mjs',
    find: '(idempotencyKey ?? randomUUID())',
    replace: 'randomUUID()',
    tests: ['cli/idempotency.test.ts'],
  },
];
