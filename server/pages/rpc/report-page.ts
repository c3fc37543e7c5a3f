import { z } from 'zod';

import { pageErrorMessages } from '#content/messages/page-errors.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_REPORT_LENGTH, REPORT_REASONS } from '#domain/page-moderation.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import { cleanText, countCharacters } from '#domain/text.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { consumeLimits, type Bucket } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { reportPage } from '#server/pages/store-page-report.ts';

/** Accepts more text than a report may have, so that a long report gets its own error message. */
const MAX_SENT_LENGTH = 4 * MAX_REPORT_LENGTH;

const Body = z.strictObject({
  slug: z.string().max(100),
  reason: z.enum(REPORT_REASONS),
  words: z
    .string()
    .max(MAX_SENT_LENGTH)
    .refine((text) => countCharacters(text) <= MAX_REPORT_LENGTH, `can have at most ${MAX_REPORT_LENGTH} characters`),
  email: z.email().max(254).optional(),
});

/** Rate limits per client address and per page: no one reads more reports on a day. */
const reportLimits = (address: string, slug: string): Bucket[] => [
  { key: `report:${address}`, limit: 5, windowMs: DAY_MS },
  { key: `report-page:${slug}`, limit: 100, windowMs: DAY_MS },
];

const storeReport = async (context: Context, { slug, reason, words, email }: z.infer<typeof Body>, address: string) => {
  await reportPage(context, { slug, reason, words: cleanText(words), email: email ?? null }, address);
  return { reported: true as const };
};

export const reportPageFunction = defineRpcFunction({
  name: 'report-page',
  access: 'anyone',
  notInApi: 'Anybody who was sent a page reports it on our own site.',
  body: Body,
  limits: ({ address }, { slug }) => reportLimits(address, slug),
  run: (context, { address }, body) => storeReport(context, body, address),
});

/** Reports a page from the form without script, with error messages for readers. Throws AppError. */
export async function reportPageFromForm(
  context: Context,
  input: RpcContract['report-page']['body'],
  address: string,
): Promise<null> {
  const body = Body.safeParse(input);
  if (!body.success) {
    const [field] = body.error.issues[0]?.path ?? [];
    if (field === 'email') throw new AppError('email_invalid');
    throw new AppError('invalid_request', {
      message: FIELD_MESSAGES[String(field)] ?? FIELD_MESSAGES.reason,
    });
  }
  const { allowed } = await consumeLimits(context, reportLimits(address, body.data.slug));
  if (!allowed) throw new AppError('rate_limited');
  await storeReport(context, body.data, address);
  return null;
}

const FIELD_MESSAGES: Record<string, string> & { reason: string } = {
  reason: pageErrorMessages.report.reason,
  words: pageErrorMessages.report.description({ max: MAX_REPORT_LENGTH }),
  slug: pageErrorMessages.report.page,
};
