/** Why somebody reports a page. */
export const REPORT_REASONS = ['fraud', 'imitation', 'illegal', 'not_delivered', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The words beside each choice. */
export const REPORT_REASON_WORDS: Readonly<Record<ReportReason, string>> = {
  fraud: 'It tries to deceive buyers',
  imitation: 'It pretends to be somebody else',
  illegal: 'It sells something that may not be sold',
  not_delivered: 'I paid, and nothing came',
  other: 'Something else',
};

export type ReportOutcome = 'suspended' | 'dismissed';

/** Code points. */
export const MAX_REPORT_WORDS = 2000;

/** `refusals`: the brake against card testing; `operator`: whoever runs the shop, by hand. */
export const PAUSE_CAUSES = ['refusals', 'operator'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** What keeps a page from taking money that its seller has not chosen; null: nothing does. */
export type PageHold =
  /** By whoever runs the shop; buyers see that it is gone (410). `reason`: their words for the seller. */
  | { kind: 'suspended'; reason: string; /** ISO 8601, UTC. */ since: string }
  /** It ends by itself, or when its seller ends it. */
  | { kind: 'paused'; by: PauseCause; /** ISO 8601, UTC. */ until: string };
