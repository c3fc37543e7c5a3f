import { CirclePause, Ban, Ticket } from 'lucide-react';
import { Link } from 'react-router';

import { Banner } from '#app/components/banner.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatTimeUntil } from '#app/components/utils/format.ts';
import { pageMessages } from '#content/messages/pages.ts';
import { PAUSE_MESSAGES } from '#content/pause-messages.ts';
import { SITE } from '#content/site.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

const messages = pageMessages.banners;

type OffSaleBannerProps = { count: number };

/** Banner for published pages without a plan: buyers see them closed, and nothing is lost. */
export const OffSaleBanner = ({ count }: OffSaleBannerProps) => (
  <Banner label={messages.offSale.label} Icon={Ticket} className="page-banner">
    <div>
      <RichText text={messages.offSale.text({ count })} />
    </div>
    <Link className={buttonVariants('plain', 'sm')} to="/subscription">
      {messages.offSale.link}
    </Link>
  </Banner>
);

/** Banner for pages that the operator suspended, with the reasons. */
export function SuspendedPagesBanner({ pages }: { pages: readonly PageSummary[] }) {
  const suspendedPages = pages.flatMap((page) => (page.hold?.kind === 'suspended' ? [{ page, hold: page.hold }] : []));
  if (suspendedPages.length === 0) return null;
  return (
    <Banner label={messages.suspended.label} variant="pink" Icon={Ban} className="page-banner">
      <div>
        {suspendedPages.map(({ page, hold }) => (
          <p key={page.id} dir="auto">
            <b>{messages.suspended.title({ page: getPageName(page) })}</b> {hold.reason}
          </p>
        ))}
        <p>
          <RichText
            text={messages.suspended.text({ count: suspendedPages.length })}
            tags={{
              email: () => (
                <a className="link" href={`mailto:${SITE.supportEmail}`}>
                  {SITE.supportEmail}
                </a>
              ),
            }}
          />
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
        label={messages.paused.label({ page: getPageName(page) })}
        variant="canary"
        Icon={CirclePause}
        className="page-banner"
      >
        <div dir="auto">
          <b>{messages.paused.title({ page: getPageName(page) })}</b> {PAUSE_MESSAGES[page.hold.by]}{' '}
          {messages.paused.resumesAt({ time: formatTimeUntil(new Date(page.hold.until), new Date()) })}
        </div>
        <Button size="sm" busyLabel={busyPageId === page.id && messages.paused.busy} onClick={() => onResume(page)}>
          {messages.paused.button}
        </Button>
      </Banner>
    );
  });
