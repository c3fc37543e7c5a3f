import { smsMessages } from './messages/sms.ts';
import { SITE } from './site.ts';

/** Text message with a code. Its last line binds the code to our host (WebOTP), so that phones fill it in only there. */
export const createSmsText = (code: string, host: string): string => smsMessages.code({ code, site: SITE.name, host });
