import type { PauseCause } from '#domain/page-moderation.ts';

import { SITE } from './site.ts';

/** Why payments on a page are paused, for its seller. */
export const PAUSE_MESSAGES: Readonly<Record<PauseCause, string>> = {
  refusals: 'Too many cards were declined. Someone may be testing stolen cards.',
  operator: `Our team paused them. If you don’t know why, write to ${SITE.supportEmail}.`,
};
