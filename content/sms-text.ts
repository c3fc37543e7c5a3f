import { SITE } from './site.ts';

/** Text message with a code. Its last line binds the code to our host (WebOTP), so that phones fill it in only there. */
export const createSmsText = (code: string, host: string): string =>
  `${code} is your ${SITE.name} code. It works for a few minutes. Nobody of ours will ever ask you for it.\n\n@${host} #${code}`;
