import { z } from 'zod';

import type { Calls } from '#domain/calls.ts';
import { ShopError } from '#domain/errors.ts';
import { MAX_REPORT_WORDS, REPORT_REASONS } from '#domain/page-guard.ts';
import { cleanText, lengthOf } from '#domain/text.ts';

import type { Context } from '#server/context.ts';
import { DAY_MS, takeFrom, type Bucket } from '#server/http/rate-limits.ts';
import { reportPage } from '#server/moderation/report-page.ts';
import { backendFunction } from './backend-function.ts';

export const REPORT_FAILED = 'Report not sent';

/** Accepts more text than a report may have, so that a long report gets its own error message. */
const MOST_SENT = 4 * MAX_REPORT_WORDS;

const Body = z.strictObject({
  slug: z.string().max(100),
  reason: z.enum(REPORT_REASONS),
  words: z
    .string()
    .max(MOST_SENT)
    .refine(
      (words) => lengthOf(words) <= MAX_REPORT_WORDS,
      `can have at most ${MAX_REPORT_WORDS} characters`,
    ),
  email: z.email().max(254).optional(),
});

/** Rate limits per client address and per page: no one reads more reports on a day. */
const limitsOf = (address: string, slug: string): Bucket[] => [
  { key: `report:${address}`, limit: 5, windowMs: DAY_MS },
  { key: `report-page:${slug}`, limit: 100, windowMs: DAY_MS },
];

const keep = async (
  context: Context,
  { slug, reason, words, email }: z.infer<typeof Body>,
  address: string,
) => {
  await reportPage(context, { slug, reason, words: cleanText(words), email: email ?? null }, address);
  return { reported: true as const };
};

/** Anyone may report a page. */
export const reportPageFunction = backendFunction({
  name: 'report-page',
  title: REPORT_FAILED,
  access: 'anyone',
  body: Body,
  limits: ({ address }, { slug }) => limitsOf(address, slug),
  run: (context, { address }, body) => keep(context, body, address),
});

/** Reports a page from the form without script, with error messages for readers. Throws AppError. */
export async function reportFromForm(
  context: Context,
  asked: Calls['report-page']['body'],
  address: string,
): Promise<null> {
  const body = Body.safeParse(asked);
  if (!body.success) {
    const [field] = body.error.issues[0]?.path ?? [];
    if (field === 'email') throw new ShopError('email_invalid');
    throw new ShopError('invalid_request', { message: WRONG[String(field)] ?? WRONG.reason });
  }
  const { allowed } = await takeFrom(context, limitsOf(address, body.data.slug));
  if (!allowed) throw new ShopError('rate_limited');
  await keep(context, body.data, address);
  return null;
}

const WRONG: Record<string, string> & { reason: string } = {
  reason: 'Please choose what is wrong with the page.',
  words: `Please say it in at most ${MAX_REPORT_WORDS} characters.`,
  slug: 'Please give the address of the page.',
};
