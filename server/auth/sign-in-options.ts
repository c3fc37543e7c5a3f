import { PROVIDERS, type SignInOptions } from '#domain/account.ts';

import { isConfigured } from '#server/account-config.ts';
import type { Context } from '#server/context.ts';
import { canSendSms } from '#server/mail/sms-transport.ts';

/** What a person may choose from on the sign-in page. In the sandbox pretend providers and messages stand in. */
export function signInOptions({ config, mode }: Pick<Context, 'config' | 'mode'>): SignInOptions {
  const { accounts } = config;
  const sandbox = mode === 'sandbox';
  const { captcha } = accounts;
  return {
    providers: PROVIDERS.filter((provider) => sandbox || isConfigured(accounts, provider)),
    captcha: captcha && { kind: captcha.kind, siteKey: captcha.siteKey },
    minPassword: config.minPassword,
    phone: canSendSms({ config, mode }),
  };
}
