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

/** Why a page cannot take payments, other than by the seller's choice. A pause ends by itself, or when the seller ends it. */
export type PageSuspension =
  | { kind: 'suspended'; reason: string; since: string }
  | { kind: 'paused'; by: PauseCause; until: string };
