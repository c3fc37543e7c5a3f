import type { PageHold, ReportReason } from './page-guard.ts';

/** What guards buyers from sellers, and sellers from those who try cards on their pages. */
export type GuardCalls = {
  /** By anybody. The answer is the same whether there is such a page or not. */
  'report-page': {
    body: { slug: string; reason: ReportReason; words: string; email?: string };
    answer: { reported: true };
  };
  /** Ends a pause, whoever began it; refusals so far count no more. */
  'resume-page': { body: { pageId: string }; answer: { hold: PageHold | null } };
};
