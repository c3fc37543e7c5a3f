import { failWords } from '#app/session/use-fail-toast.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import type { Analytics, Figures } from '#domain/analytics.ts';

import { NoPageYet, NothingSeen, NotShown } from './analytics-blank.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { NO_WISH, type AnalyticsWish } from './analytics-wish.ts';
import { Breakdowns } from './breakdowns.tsx';
import { ChartSheet } from './chart-sheet.tsx';
import { Choices } from './choices.tsx';
import { DataCheck } from './data-check.tsx';
import { FiguresSheet } from './figures-sheet.tsx';
import { Funnel } from './funnel.tsx';
import { GrowthCard } from './growth-card.tsx';
import { rangeText } from './point-text.ts';
import { useAnalyticsWish, type ChangeWish } from './use-analytics-wish.ts';
import { isRefused, useAnalytics, type AskedAnalytics } from './use-analytics.ts';
import { useOwnZone } from './use-own-zone.ts';
import { ZoneLine } from './zone-line.tsx';

const FAILED = 'Your figures could not be loaded';

const isNothing = ({ views, started, paid, money }: Figures): boolean =>
  views === 0 && started === 0 && paid === 0 && money.length === 0;

const hasNothing = ({ figures, before }: Analytics): boolean =>
  isNothing(figures) && (before === null || isNothing(before.figures));

type Wishing = { wish: AnalyticsWish; change: ChangeWish };

function Refusal({ error, retry, change }: { error: unknown; retry: () => void; change: ChangeWish }) {
  const { message } = failWords(error, FAILED);
  if (isRefused(error, 'plan_needed'))
    return (
      <>
        <NotShown
          title="Not with your plan"
          why={message}
          label="Show the last 30 days"
          onPress={() => change({ period: NO_WISH.period })}
        />
        <GrowthCard />
      </>
    );
  if (isRefused(error, 'not_found'))
    return (
      <NotShown
        title="No such page"
        why="This address asks for a page that is not among those you have published."
        label="Show all pages"
        onPress={() => change({ pageId: null })}
      />
    );
  return <LoadFailure what={FAILED} why={message} onRetry={retry} />;
}

type ShownProps = Wishing & { analytics: Analytics; asked: AskedAnalytics };

function Shown({ analytics, asked: { ask, late }, wish, change }: ShownProps) {
  const { level, figures } = analytics;
  if (analytics.pages.length === 0) return <NoPageYet />;
  if (hasNothing(analytics)) return <NothingSeen pageId={wish.pageId} words={rangeText(analytics)} />;
  return (
    <div className="an-sheets" aria-busy={late || undefined}>
      <FiguresSheet analytics={analytics} />
      <div className="an-pair">
        <ChartSheet {...{ analytics, ask, wish, change }} />
        <Funnel figures={figures} />
      </div>
      <Breakdowns {...{ level, ask, wish, change }} />
      {level === 'basic' && <GrowthCard />}
      <DataCheck analytics={analytics} wish={wish} />
    </div>
  );
}

/** Announces page and period when they change, not at each refresh. */
function Told({ analytics, late, wish }: { analytics: Analytics; late: boolean; wish: AnalyticsWish }) {
  const page = analytics.pages.find(({ id }) => id === wish.pageId)?.name ?? 'all pages';
  return (
    <p className="vh" role="status">
      {!late && `Figures of ${page}, ${rangeText(analytics)}`}
    </p>
  );
}

/** Analytics page: visitors, orders and revenue. The URL stores all choices. */
export function AnalyticsScreen() {
  const { wish, change } = useAnalyticsWish();
  const asked = useAnalytics(wish);
  const { answer, error, look, retry, level } = asked;
  useOwnZone(answer, look);
  return (
    <>
      <div className="ph an-ph">
        <div>
          <h1 className="h1" tabIndex={-1}>
            Analytics
          </h1>
          {answer && <ZoneLine analytics={answer} onChanged={look} />}
        </div>
        {(answer === null || answer.pages.length > 0) && (
          <Choices wish={wish} change={change} level={level} known={answer} />
        )}
      </div>
      {answer && <Told analytics={answer} late={asked.late} wish={wish} />}
      {error !== null && <Refusal {...{ error, retry, change }} />}
      {error === null && answer && <Shown {...{ asked, wish, change }} analytics={answer} />}
      {error === null && !answer && <AnalyticsSkeleton />}
    </>
  );
}
