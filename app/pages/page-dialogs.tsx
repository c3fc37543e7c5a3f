import { AskDialog } from '#app/ui/dialog.tsx';
import type { PageSummary } from '#domain/calls.ts';

import { DELETE, renameTo, UNPUBLISH, type PageAct } from './page-acts.ts';
import { addressOf, isOnSale, nameOf } from './page-look.ts';
import type { Asked } from './page-menu.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** A name inside a sentence; `bdi` isolates right-to-left names. */
const Quoted = ({ name }: { name: string }) => (
  <>
    “<bdi>{name}</bdi>”
  </>
);

function Address({ url }: { url: string }) {
  return <span className="receipt-type page-address">{url.replace(/^https?:\/\//, '')}</span>;
}

function UnpublishWords({ url }: { url: string | null }) {
  return (
    <>
      <p>
        Whoever opens {url ? <Address url={url} /> : 'its address'} reads that the page is not on sale at the
        moment. A payment that has begun can still be finished.
      </p>
      <p>Nothing is lost: publish it again and it sells at the same address.</p>
    </>
  );
}

function DeleteWords({ page }: { page: PageSummary }) {
  const url = addressOf(page);
  return (
    <>
      <p>
        The page, its draft and all of its versions go for good.{' '}
        {isOnSale(page) && url && (
          <>
            It is on sale now: <Address url={url} /> will lead nowhere.
          </>
        )}
      </p>
      <p>
        {page.sales.count > 0 ? 'Its orders stay in your list. ' : ''}To keep a copy, export its file first,
        or archive it instead.
      </p>
    </>
  );
}

type Props = {
  page: PageSummary;
  asked: Asked;
  busy: boolean;
  onAct: (act: PageAct) => void;
  onClose: () => void;
};

/** Dialogs for renaming, unpublishing and deleting a page. */
export function PageDialogs({ page, asked, busy, onAct, onClose }: Props) {
  const name = <Quoted name={nameOf(page)} />;
  if (asked === 'rename')
    return <RenameDialog page={page} busy={busy} onRename={(to) => onAct(renameTo(to))} onClose={onClose} />;
  if (asked === 'unpublish')
    return (
      <AskDialog
        title={<>Unpublish {name}?</>}
        about={<UnpublishWords url={addressOf(page)} />}
        safe="Keep selling"
        act="Unpublish"
        kind="primary"
        busy={busy && 'Unpublishing...'}
        onAct={() => onAct(UNPUBLISH)}
        onClose={onClose}
      />
    );
  return (
    <AskDialog
      title={<>Delete {name}?</>}
      about={<DeleteWords page={page} />}
      safe="Keep the page"
      act="Delete page"
      busy={busy && 'Deleting...'}
      onAct={() => onAct(DELETE)}
      onClose={onClose}
    />
  );
}
