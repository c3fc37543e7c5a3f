import { Link } from 'react-router';

import { useCall } from '#app/session/use-call.ts';
import { CopyAddress } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';

const SHOWN = 3;

/** Empty state before the first page is published. */
export function NoPageYet() {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="$0.00" size="2.25rem" />
      <h2 className="h2">Nothing to count yet</h2>
      <p className="muted">
        As soon as a page is published, its visitors, checkouts and sales stand here, day by day. No cookies,
        and nothing to set up.
      </p>
      <Link className={keyClass('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}

/** URLs of published pages, to copy and share. */
function Addresses({ pageId }: { pageId: string | null }) {
  const list = useCall('list-pages', {});
  if (list.state !== 'ready') return null;
  const pages = list.answer.pages
    .filter(({ id, archived, url }) => url !== null && !archived && (pageId === null || id === pageId))
    .slice(0, SHOWN);
  if (pages.length === 0) return null;
  return (
    <ul className="an-addresses">
      {pages.map(({ id, name, url, domainUrl }) => (
        <li key={id}>
          <b>{name || 'Untitled page'}</b>
          {url && <CopyAddress url={domainUrl ?? url} />}
        </li>
      ))}
    </ul>
  );
}

/** Empty state without views and sales; `pageId` null: of all pages. */
export function NothingSeen({ pageId, words }: { pageId: string | null; words: string }) {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="$0.00" size="2.25rem" />
      <h2 className="h2">Nothing seen or sold in these days</h2>
      <p className="muted">
        Nobody opened {pageId === null ? 'a page of yours' : 'this page'} ({words}). Give its address to
        somebody: the first look is counted within a minute.
      </p>
      <Addresses pageId={pageId} />
    </div>
  );
}

type OtherProps = { title: string; why: string; label: string; onPress: () => void };

/** State for a request that cannot be shown: the reason and a link to something that can. */
export function NotShown({ title, why, label, onPress }: OtherProps) {
  return (
    <div className="sheet pad blank">
      <h2 className="h2">{title}</h2>
      <p className="muted">{why}</p>
      <Key onClick={onPress}>{label}</Key>
    </div>
  );
}
