import type { PageSuspension, ReportReason } from './page-guard.ts';

/** RPC functions that protect buyers from fraudulent pages and sellers from card testing. */
export type ModerationRpc = {
  /** Public. The response does not reveal whether the page exists. */
  'report-page': {
    body: { slug: string; reason: ReportReason; words: string; email?: string };
    response: { reported: true };
  };
  /** Ends a payment pause of either cause and resets the count of declined cards. */
  'resume-page': { body: { pageId: string }; response: { hold: PageSuspension | null } };
};
