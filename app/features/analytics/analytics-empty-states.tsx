import { Lock } from 'lucide-react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { CopyUrlButton } from '#app/components/copy-button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { getPageName } from '#domain/page-name.ts';

const GROWTH_FEATURES = [
  'Where buyers come from: sources, campaigns, referrers, countries and devices',
  'What sells: by coupon, by version of a page, by the site that it is embedded in',
  'Any period, laid beside the days before or the year before',
  'What you published, marked on the days when you did',
  'All of it as CSV',
];

export function GrowthCard() {
  return (
    <section className="sheet pad growth-plan-card" aria-labelledby="growth-plan-card">
      <h2 className="h2" id="growth-plan-card">
        <Lock className="i" aria-hidden="true" /> From the Growth plan on
      </h2>
      <ul>
        {GROWTH_FEATURES.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className="small muted">It is counted for you already: with Growth you see it from your first day on.</p>
      <Link className={buttonVariants('plain')} to="/subscription">
        See the plans
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
    <EmptyState illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title="Nothing to count yet">
      <p className="muted">
        As soon as a page is published, its visitors, checkouts and sales stand here, day by day. No cookies, and
        nothing to set up.
      </p>
      <Link className={buttonVariants('primary')} to="/pages">
        To your pages
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
    <EmptyState illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title="Nothing seen or sold in these days">
      <p className="muted">
        Nobody opened {pageId === null ? 'a page of yours' : 'this page'} ({rangeLabel}). Give its address to somebody:
        the first look is counted within a minute.
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
