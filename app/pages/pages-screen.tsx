import { Plus } from 'lucide-react';
import { Link } from 'react-router';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { PageList } from './page-list.tsx';

const NOTHING = {};
const FAILED = 'Your pages could not be loaded';

function NewPage() {
  return (
    <Link className={keyClass('primary')} to="/builder">
      <Plus className="i" aria-hidden="true" />
      New page
    </Link>
  );
}

function NoPages() {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="$0.00" size="2.25rem" />
      <h2 className="h2">No pages yet</h2>
      <p className="muted">One page sells one thing. Yours will stand here with its address and its price.</p>
      <NewPage />
    </div>
  );
}

/** Everything the seller has built, newest change first. */
export function PagesScreen() {
  const list = useCall('list-pages', NOTHING);
  const pages = list.state === 'ready' ? list.answer.pages : [];
  return (
    <>
      <div className="ph">
        <h1 className="h1">Your pages</h1>
        {pages.length > 0 && <NewPage />}
      </div>
      {list.state === 'loading' && <Skeleton />}
      {list.state === 'failed' && (
        <LoadFailure what={FAILED} why={failWords(list.error, FAILED).message} onRetry={list.retry} />
      )}
      {list.state === 'ready' && (pages.length > 0 ? <PageList pages={pages} /> : <NoPages />)}
    </>
  );
}
