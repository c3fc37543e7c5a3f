import { SITE } from './site.ts';

/** The whole message. Its last line lets a phone offer the code to the site that asked, and to no other. */
export const codeMessage = (code: string, host: string): string =>
  `${code} is your ${SITE.name} code. It works for a few minutes. Nobody of ours will ever ask you for it.\n\n@${host} #${code}`;
