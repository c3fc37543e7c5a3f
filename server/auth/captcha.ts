import { isIP } from 'node:net';

import { z } from 'zod';

import type { Context } from '#server/context.ts';

import type { Security } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import type { Visitor } from './visitor.ts';

const CHECKS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

const TIMEOUT_MS = 5000;
const TRY_AGAIN_S = 30;

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });

/** Error codes that mean that our configuration is wrong, not the user's answer. */
const OUR_FAULT = /secret|sitekey|bad-request|internal-error/;

/**
 * Verifies the captcha token where a captcha is configured. When the captcha service does not respond, every request is
 * refused, because attacks are when the captcha is needed. Throws AuthError 'captcha_failed', with status 503 when the
 * user is not at fault.
 */
export async function checkCaptcha(
  context: Context,
  given: z.infer<typeof Security>,
  { address }: Visitor,
): Promise<void> {
  const { captcha } = context.config.accounts;
  if (!captcha) return;
  const token = given?.captcha_token;
  if (!token) throw new AuthError('captcha_failed');
  const form = new URLSearchParams({ secret: captcha.secret, response: token });
  if (captcha.kind === 'hcaptcha') form.set('sitekey', captcha.siteKey);
  if (isIP(address)) form.set('remoteip', address);
  const verdict = await ask(context, CHECKS[captcha.kind], form);
  if (!verdict.success) throw new AuthError('captcha_failed');
}

async function ask(context: Context, address: string, body: URLSearchParams): Promise<{ success: boolean }> {
  try {
    const answer = await context.outside(address, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict = Verdict.parse(await answer.json());
    const faults = (verdict['error-codes'] ?? []).filter((code) => OUR_FAULT.test(code));
    if (!verdict.success && faults.length > 0) throw new Error(`It says ${faults.join(', ')}`);
    return verdict;
  } catch (error) {
    context.log.error({ err: error }, 'the captcha could not be checked');
    throw new AuthError('captcha_failed', {
      status: 503,
      retryAfterS: TRY_AGAIN_S,
      message: 'We cannot check right now that you are a person. Please try again in a minute.',
    });
  }
}
