import { CirclePause, Ban, Ticket } from 'lucide-react';
import { Link } from 'react-router';

import { Banner } from '#app/components/banner.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { formatTimeUntil } from '#app/components/utils/format.ts';
import { PAUSE_MESSAGES } from '#content/pause-messages.ts';
import { SITE } from '#content/site.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

type OffSaleBannerProps = { count: number };

/** Banner for published pages without a plan: buyers see them closed, and nothing is lost. */
export const OffSaleBanner = ({ count }: OffSaleBannerProps) => (
  <Banner label="Your plan" Icon={Ticket} className="page-banner">
    <div>
      <b>{count === 1 ? 'Your page is off sale.' : 'Your pages are off sale.'}</b> Buyers read that{' '}
      {count === 1 ? 'it is' : 'they are'} not accepting payments. A plan brings {count === 1 ? 'it' : 'them'} back as{' '}
      {count === 1 ? 'it was' : 'they were'}.
    </div>
    <Link className={buttonVariants('plain', 'sm')} to="/subscription">
      Go to subscription
    </Link>
  </Banner>
);

/** Banner for pages that the operator suspended, with the reasons. */
export function SuspendedPagesBanner({ pages }: { pages: readonly PageSummary[] }) {
  const suspendedPages = pages.flatMap((page) => (page.hold?.kind === 'suspended' ? [{ page, hold: page.hold }] : []));
  if (suspendedPages.length === 0) return null;
  return (
    <Banner label="Taken down" variant="pink" Icon={Ban} className="page-banner">
      <div>
        {suspendedPages.map(({ page, hold }) => (
          <p key={page.id} dir="auto">
            <b>“{getPageName(page)}” was taken down.</b> {hold.reason}
          </p>
        ))}
        <p>
          Buyers read that {suspendedPages.length === 1 ? 'it is' : 'they are'} gone. Orders and subscriptions go on;
          you cannot publish any page until this is settled. Write to{' '}
          <a className="link" href={`mailto:${SITE.supportEmail}`}>
            {SITE.supportEmail}
          </a>
          .
        </p>
      </div>
    </Banner>
  );
}

type Props = {
  pages: readonly PageSummary[];
  busyPageId: string | null;
  onResume: (page: PageSummary) => void;
};

/** Banners for pages whose payments are paused, because of declined cards or by the operator. */
export const PausedPageBanners = ({ pages, busyPageId, onResume }: Props) =>
  pages.map((page) => {
    if (page.hold?.kind !== 'paused') return null;
    return (
      <Banner
        key={page.id}
        label={`Payments paused on ${getPageName(page)}`}
        variant="canary"
        Icon={CirclePause}
        className="page-banner"
      >
        <div dir="auto">
          <b>“{getPageName(page)}” takes no payments for now.</b> {PAUSE_MESSAGES[page.hold.by]} It goes on by itself{' '}
          {formatTimeUntil(new Date(page.hold.until), new Date())}.
        </div>
        <Button size="sm" busyLabel={busyPageId === page.id && 'One moment…'} onClick={() => onResume(page)}>
          Take payments again
        </Button>
      </Banner>
    );
  });
