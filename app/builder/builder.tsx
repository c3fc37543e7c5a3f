import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key, keyClass } from '#app/ui/key.tsx';

import { BuilderSkeleton } from './builder-skeleton.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { useConnection } from './use-connection.ts';
import { useStripeReturn } from './use-stripe-return.ts';
import type { WorkshopProps } from './use-page-desk.ts';
import { Workshop } from './workshop.tsx';

const PAGE = 'page';

/**
 * State of the page that is open. `initialId` is the page id at mount and stays unchanged when a new page gets its id;
 * `id` follows the URL. `previousId` is the id in the URL that is about to be replaced. `refreshKey` remounts the page.
 */
type Bench = { opened: string | null; id: string | null; from: string | null | undefined; round: number };

function useBench() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(PAGE) || null;
  const [bench, setBench] = useState<Bench>({ opened: asked, id: asked, from: undefined, round: 0 });
  const open = (id: string | null) =>
    setBench(({ round }) => ({ opened: id, id, from: undefined, round: round + 1 }));
  if (asked === bench.id) {
    if (bench.from !== undefined) setBench({ ...bench, from: undefined });
  } else if (bench.from === undefined || asked !== bench.from) open(asked);

  const onCreated = useCallback(
    (pageId: string) => {
      setBench((before) => ({ ...before, id: pageId, from: before.id }));
      setQuery(
        (before) => {
          before.set(PAGE, pageId);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setBench, setQuery],
  );
  return { bench, onCreated, reload: () => open(bench.id) };
}

type StoredProps = Omit<WorkshopProps, 'opened'> & { pageId: string };

function StoredPage({ pageId, ...props }: StoredProps) {
  const page = useCall('get-page', { pageId });
  if (page.state === 'loading') return <BuilderSkeleton sandbox={props.sandbox} />;
  if (page.state === 'ready') return <Workshop {...props} opened={page.answer} />;
  const { message } = failWords(page.error, '');
  return (
    <div className="b-shell">
      <BuilderBar name={<h1 className="b-name">Builder</h1>} sandbox={props.sandbox} />
      <div className="b-strips" />
      <main className="b-lost" id="builder-form">
        <h2 className="h2">This page could not be opened</h2>
        <p className="muted">{message}</p>
        <div className="b-acts">
          <Link className={keyClass()} to="/pages">
            All your pages
          </Link>
          <Key kind="primary" onClick={page.retry}>
            Try again
          </Key>
        </div>
      </main>
    </div>
  );
}

type Props = Pick<WorkshopProps, 'userId' | 'sandbox' | 'Gallery' | 'plan'>;

/** The builder of a signed-in seller. It shows a new page or the page whose id is in the URL. */
export function Builder({ userId, sandbox, Gallery, plan }: Props) {
  const stripe = useConnection(userId);
  useStripeReturn(stripe);
  const { bench, onCreated, reload } = useBench();
  const props = { userId, sandbox, Gallery, plan, stripe, onCreated, onReload: reload };
  return bench.opened === null ? (
    <Workshop key={bench.round} {...props} opened={null} />
  ) : (
    <StoredPage key={bench.round} {...props} pageId={bench.opened} />
  );
}
