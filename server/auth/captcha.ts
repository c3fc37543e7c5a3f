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

/** What is wrong with our own keys, and not with whoever is asked. */
const OUR_FAULT = /secret|sitekey|bad-request|internal-error/;

/**
 * Whether a person fills in this form, where a captcha is configured; elsewhere nothing is asked. When the check does
 * not answer, nobody is let through: that is when it would be needed. Throws AuthError 'captcha_failed', with 503 when
 * it is not the person's fault.
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
