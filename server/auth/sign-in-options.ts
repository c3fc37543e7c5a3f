import { IDENTITY_PROVIDERS, type SignInOptions } from '#domain/account.ts';
import type { Context } from '#server/core/context.ts';
import { canSendSms } from '#server/email/sms-transport.ts';

/** Options of the sign-in page. In the sandbox, mock providers and messages are available. */
export function getSignInOptions({ config, mode }: Pick<Context, 'config' | 'mode'>): SignInOptions {
  const { accounts } = config;
  const sandbox = mode === 'sandbox';
  const { captcha } = accounts;
  return {
    providers: IDENTITY_PROVIDERS.filter((provider) => sandbox || accounts[provider] !== null),
    captcha: captcha && { kind: captcha.kind, siteKey: captcha.siteKey },
    minPassword: config.minPassword,
    phone: canSendSms({ config, mode }),
  };
}
