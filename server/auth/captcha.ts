import { isIP } from 'node:net';

import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from './auth-error.ts';
import type { ClientInfo } from './client-info.ts';
import type { Security } from './read-auth-body.ts';

const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

const TIMEOUT_MS = 5000;
const RETRY_AFTER_S = 30;

const CaptchaResult = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });

/** Error codes that mean that our configuration is wrong, not the user's answer. */
const CONFIGURATION_ERROR = /secret|sitekey|bad-request|internal-error/;

/**
 * Verifies the captcha token where a captcha is configured. When the captcha service does not respond, every request is
 * refused, because attacks are when the captcha is needed. Throws AuthError 'captcha_failed', with status 503 when the
 * user is not at fault.
 */
export async function checkCaptcha(
  context: Context,
  security: z.infer<typeof Security>,
  { address }: ClientInfo,
): Promise<void> {
  const { captcha } = context.config.accounts;
  if (!captcha) return;
  const token = security?.captcha_token;
  if (!token) throw new AuthError('captcha_failed');
  const form = new URLSearchParams({ secret: captcha.secret, response: token });
  if (captcha.kind === 'hcaptcha') form.set('sitekey', captcha.siteKey);
  if (isIP(address)) form.set('remoteip', address);
  const result = await verifyCaptchaToken(context, VERIFY_URLS[captcha.kind], form);
  if (!result.success) throw new AuthError('captcha_failed');
}

async function verifyCaptchaToken(context: Context, url: string, body: URLSearchParams): Promise<{ success: boolean }> {
  try {
    const answer = await context.externalFetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const result = CaptchaResult.parse(await answer.json());
    const configurationErrors = (result['error-codes'] ?? []).filter((code) => CONFIGURATION_ERROR.test(code));
    if (!result.success && configurationErrors.length > 0) throw new Error(`It says ${configurationErrors.join(', ')}`);
    return result;
  } catch (error) {
    context.log.error({ err: error }, 'captcha_unavailable');
    throw new AuthError('captcha_failed', {
      status: 503,
      retryAfterS: RETRY_AFTER_S,
      message: authDetailMessages.captchaUnavailable,
    });
  }
}
