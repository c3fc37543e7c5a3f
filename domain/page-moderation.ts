import { pageReportMessages } from '#content/messages/page-reports.ts';

/** Reasons for reporting a page, with their labels. */
export const REPORT_REASON_LABELS = pageReportMessages.reasons;

export type ReportReason = keyof typeof REPORT_REASON_LABELS;
export const REPORT_REASONS = Object.keys(REPORT_REASON_LABELS) as readonly ReportReason[];

export type ReportOutcome = 'suspended' | 'dismissed';

/** In code points. */
export const MAX_REPORT_LENGTH = 2000;

/** `refusals`: paused by the card-testing guard; `operator`: paused by the operator. */
export const PAUSE_CAUSES = ['refusals', 'operator'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** Why a page cannot take payments, other than by the seller's choice; null if it can. */
export type PageSuspension =
  /** Suspended by the operator; buyers get a 410 page. `reason`: the operator's message to the seller. */
  | { kind: 'suspended'; reason: string; /** ISO 8601, UTC. */ since: string }
  /** Ends automatically, or when the seller ends it. */
  | { kind: 'paused'; by: PauseCause; /** ISO 8601, UTC. */ until: string };
