import { CirclePause } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';
import { formatTimeUntil } from '#app/ui/soon-text.ts';
import { PAUSE_MESSAGES } from '#content/pauses.ts';
import type { PageSummary } from '#domain/calls.ts';

import { getPageName } from './page-look.ts';

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
      <aside key={page.id} aria-label={`Payments paused on ${getPageName(page)}`} className="banner canary pages-strip">
        <CirclePause className="i" aria-hidden="true" />
        <div dir="auto">
          <b>“{getPageName(page)}” takes no payments for now.</b> {PAUSE_MESSAGES[page.hold.by]} It goes on by itself{' '}
          {formatTimeUntil(new Date(page.hold.until), new Date())}.
        </div>
        <Button size="sm" busyLabel={busyPageId === page.id && 'One moment…'} onClick={() => onResume(page)}>
          Take payments again
        </Button>
      </aside>
    );
  });
