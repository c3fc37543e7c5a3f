import { Lock } from 'lucide-react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { CopyUrlButton } from '#app/components/copy-button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import { getPageName } from '#domain/page-name.ts';

const messages = analyticsMessages.empty;

export function GrowthCard() {
  const { title, features, text, link } = analyticsMessages.growthCard;
  return (
    <section className="sheet pad growth-plan-card" aria-labelledby="growth-plan-card">
      <h2 className="h2" id="growth-plan-card">
        <Lock className="i" aria-hidden="true" /> {title}
      </h2>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className="small muted">{text}</p>
      <Link className={buttonVariants('plain')} to="/subscription">
        {link}
      </Link>
    </section>
  );
}

export function AnalyticsSkeleton() {
  return (
    <div className="analytics-skeleton">
      <Skeleton rows={3} />
      <Skeleton rows={5} hideStatus />
      <Skeleton rows={6} hideStatus />
    </div>
  );
}

const MAX_LISTED_PAGES = 3;

export function NoPublishedPages() {
  return (
    <EmptyState illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title={messages.noPages.title}>
      <p className="muted">{messages.noPages.text}</p>
      <Link className={buttonVariants('primary')} to="/pages">
        {messages.noPages.link}
      </Link>
    </EmptyState>
  );
}

function PageUrls({ pageId }: { pageId: string | null }) {
  const { data } = useRpcQuery('list-pages', {});
  const pages = (data?.pages ?? [])
    .filter(({ id, archived, url }) => url !== null && !archived && (pageId === null || id === pageId))
    .slice(0, MAX_LISTED_PAGES);
  if (pages.length === 0) return null;
  return (
    <ul className="page-url-list">
      {pages.map((page) => (
        <li key={page.id}>
          <b>{getPageName(page)}</b>
          {page.url && <CopyUrlButton url={page.domainUrl ?? page.url} />}
        </li>
      ))}
    </ul>
  );
}

/** Empty state without views and sales; `pageId` null: of all pages. */
export function NoTraffic({ pageId, rangeLabel }: { pageId: string | null; rangeLabel: string }) {
  return (
    <EmptyState illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title={messages.noTraffic.title}>
      <p className="muted">
        {pageId === null
          ? messages.noTraffic.allPages({ range: rangeLabel })
          : messages.noTraffic.onePage({ range: rangeLabel })}
      </p>
      <PageUrls pageId={pageId} />
    </EmptyState>
  );
}

type UnavailableStateProps = { title: string; reason: string; label: string; onClick: () => void };

/** State for a request that cannot be shown: the reason and a link to something that can. */
export function UnavailableState({ title, reason, label, onClick }: UnavailableStateProps) {
  return (
    <EmptyState title={title}>
      <p className="muted">{reason}</p>
      <Button onClick={onClick}>{label}</Button>
    </EmptyState>
  );
}
