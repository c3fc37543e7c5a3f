import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { useAddress } from '#app/session/use-address.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key, keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import type { PageSummary } from '#domain/calls.ts';

import { ImportKey } from './import-key.tsx';
import { NewPageDialog } from './new-page-dialog.tsx';
import { RESUME } from './page-acts.ts';
import { PageDialogs } from './page-dialogs.tsx';
import { countsFor, pagesShown } from './page-filter.ts';
import { PageFilters } from './page-filters.tsx';
import { PageList } from './page-list.tsx';
import type { Asked } from './page-menu.tsx';
import { NoMatch, NoPages } from './pages-blank.tsx';
import { PausedStrips } from './paused-strips.tsx';
import { PagesSkeleton } from './pages-skeleton.tsx';
import { OffSaleStrip } from './off-sale-strip.tsx';
import { TakenDownStrip } from './taken-down-strip.tsx';
import { usePageActs, type PageActs } from './use-page-acts.ts';
import { usePages } from './use-pages.ts';
import { useWish } from './use-wish.ts';

const FAILED = 'Your pages could not be loaded';

/** The gallery has a URL: `/pages?new` can be linked to, and Back closes it. */
function useGallery() {
  const [parameters, setParameters] = useAddress();
  const set = (open: boolean) =>
    setParameters(
      (last) => {
        if (open) last.set('new', '');
        else last.delete('new');
        return last;
      },
      { replace: !open, preventScrollReset: true },
    );
  return { open: parameters.has('new'), set };
}

type ListedProps = { pages: readonly PageSummary[]; access: boolean; acts: PageActs };

const isForSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

function Listed({ pages, access, acts }: ListedProps) {
  const wish = useWish();
  const [question, setQuestion] = useState<{ pageId: string; asked: Asked } | null>(null);
  const shown = pagesShown(pages, wish.query, wish.show);
  const counts = countsFor(pages, wish.query);
  const page = pages.find(({ id }) => id === question?.pageId);
  const forSale = pages.filter(isForSale).length;
  return (
    <>
      <TakenDownStrip pages={pages} />
      <PausedStrips pages={pages} busy={acts.busy} onResume={(paused) => void acts.run(paused, RESUME)} />
      {!access && forSale > 0 && <OffSaleStrip count={forSale} />}
      <div className="sheet">
        <PageFilters {...wish} counts={counts} />
        <p className="vh" role="status">
          {wish.query && `${shown.length} ${shown.length === 1 ? 'page' : 'pages'} found`}
        </p>
        {shown.length > 0 ? (
          <PageList
            pages={shown}
            busy={acts.busy}
            fresh={acts.fresh}
            onAct={(chosen, act) => void acts.run(chosen, act)}
            onAsk={(chosen, asked) => setQuestion({ pageId: chosen.id, asked })}
          />
        ) : (
          <NoMatch {...wish} counts={counts} />
        )}
      </div>
      {page && question && (
        <PageDialogs
          page={page}
          asked={question.asked}
          busy={acts.busy === page.id}
          onClose={() => setQuestion(null)}
          onAct={(act) => void acts.run(page, act).then((done) => done && setQuestion(null))}
        />
      )}
    </>
  );
}

/** The seller's pages, latest change first. */
export function PagesScreen() {
  const pages = usePages();
  const acts = usePageActs(pages);
  const gallery = useGallery();
  const { list, refresh, retry } = pages;
  const some = list.state === 'ready' && list.pages.length > 0;
  const showImported = (pageId: string) => void refresh().then(() => acts.showFresh(pageId));
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Your pages
        </h1>
        {list.state === 'ready' && (
          <div className="page-keys">
            <Link className={keyClass()} to="/domains">
              <Globe className="i" aria-hidden="true" />
              Domains
            </Link>
            <ImportKey onImported={showImported} />
            {some && (
              <Key kind="primary" onClick={() => gallery.set(true)}>
                <Plus className="i" aria-hidden="true" />
                New page
              </Key>
            )}
          </div>
        )}
      </div>
      {list.state === 'loading' && <PagesSkeleton />}
      {list.state === 'failed' && (
        <LoadFailure what={FAILED} why={failWords(list.error, FAILED).message} onRetry={retry} />
      )}
      {list.state === 'ready' &&
        (some ? <Listed pages={list.pages} access={list.access} acts={acts} /> : <NoPages />)}
      {gallery.open && some && <NewPageDialog onClose={() => gallery.set(false)} />}
    </>
  );
}
