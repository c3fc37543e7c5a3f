import { CirclePause } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';
import { soonText } from '#app/ui/soon-text.ts';
import { PAUSE_WORDS } from '#content/pauses.ts';
import type { PageSummary } from '#domain/calls.ts';

import { nameOf } from './page-look.ts';

type Props = {
  pages: readonly PageSummary[];
  busy: string | null;
  onResume: (page: PageSummary) => void;
};

/** Banners for pages whose payments are paused, because of declined cards or by the operator. */
export const PausedStrips = ({ pages, busy, onResume }: Props) =>
  pages.map((page) => {
    if (page.hold?.kind !== 'paused') return null;
    return (
      <aside
        key={page.id}
        aria-label={`Payments paused on ${nameOf(page)}`}
        className="banner canary pages-strip"
      >
        <CirclePause className="i" aria-hidden="true" />
        <div dir="auto">
          <b>“{nameOf(page)}” takes no payments for now.</b> {PAUSE_WORDS[page.hold.by]} It goes on by itself{' '}
          {soonText(new Date(page.hold.until), new Date())}.
        </div>
        <Key size="sm" busy={busy === page.id && 'One moment…'} onClick={() => onResume(page)}>
          Take payments again
        </Key>
      </aside>
    );
  });
