import type { PauseCause } from '#domain/page-moderation.ts';

import { SITE } from './site.ts';

/** Why payments on a page are paused, for its seller. */
export const PAUSE_MESSAGES: Readonly<Record<PauseCause, string>> = {
  refusals: 'Too many cards were refused on it: somebody may be trying out stolen ones.',
  operator: `We have paused it. If you do not know why, write to ${SITE.supportEmail}.`,
};
