import { useAsked } from '#app/session/use-asked.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { AnalyticsAsk, AnalyticsDimension } from '#domain/analytics.ts';

import type { AnalyticsWish } from './analytics-wish.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import type { ChangeWish } from './use-analytics-wish.ts';
import { LOOK_EVERY_MS } from './use-analytics.ts';

const FAILED = 'This breakdown could not be loaded';

type Props = { by: AnalyticsDimension; ask: AnalyticsAsk; wish: AnalyticsWish; change: ChangeWish };

/** Rows of one breakdown. While another one loads, nothing is shown, because the columns differ. */
export function BreakdownBody({ by, ask, wish, change }: Props) {
  const { answer, late, error, retry } = useAsked(
    'get-breakdown',
    {
      period: ask.period,
      ...(ask.pageId === undefined ? {} : { pageId: ask.pageId }),
      by,
      ...(wish.page > 1 ? { page: wish.page } : {}),
    },
    LOOK_EVERY_MS,
  );
  if (error !== null)
    return <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />;
  if (!answer) return <Skeleton rows={5} />;
  if (answer.rows.length === 0)
    return (
      <div className="an-none">
        <p className="muted">
          {answer.count === 0 ? 'Nothing was seen or sold in these days.' : 'The list ends earlier.'}
        </p>
        {answer.count > 0 && (
          <Key size="sm" onClick={() => change({ page: 1 })}>
            To its beginning
          </Key>
        )}
      </div>
    );
  return <BreakdownTable {...{ by, late, wish, change }} list={answer} />;
}
