import type { PauseCause } from '#domain/page-moderation.ts';

import { pagePauseMessages } from './messages/page-pauses.ts';
import { SITE } from './site.ts';

/** Why payments on a page are paused, for its seller. */
export const PAUSE_MESSAGES: Readonly<Record<PauseCause, string>> = {
  refusals: pagePauseMessages.refusals,
  operator: pagePauseMessages.operator({ supportEmail: SITE.supportEmail }),
};
