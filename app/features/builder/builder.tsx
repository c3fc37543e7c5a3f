import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { builderMessages } from '#content/messages/builder.ts';

import { BuilderBar } from './builder-bar.tsx';
import { BuilderLayout } from './builder-layout.tsx';
import { BuilderSkeleton } from './builder-skeleton.tsx';
import { useStripeReturn } from './stripe-return.ts';
import type { BuilderLayoutProps } from './use-builder-store.ts';
import { useConnection } from './use-stripe-connection.ts';

const messages = builderMessages.loadError;
const PAGE_PARAM = 'page';

/**
 * State of the page that is open. `initialId` is the page id at mount and stays unchanged when a new page gets its id;
 * `id` follows the URL. `previousId` is the id in the URL that is about to be replaced. `refreshKey` remounts the page.
 */
type OpenPage = {
  initialId: string | null;
  id: string | null;
  previousId: string | null | undefined;
  refreshKey: number;
};

function useOpenPageId() {
  const [query, setQuery] = useSearchParams();
  const urlPageId = query.get(PAGE_PARAM) || null;
  const [openPage, setOpenPage] = useState<OpenPage>({
    initialId: urlPageId,
    id: urlPageId,
    previousId: undefined,
    refreshKey: 0,
  });
  const open = (id: string | null) =>
    setOpenPage(({ refreshKey }) => ({
      initialId: id,
      id,
      previousId: undefined,
      refreshKey: refreshKey + 1,
    }));
  if (urlPageId === openPage.id) {
    if (openPage.previousId !== undefined) setOpenPage({ ...openPage, previousId: undefined });
  } else if (openPage.previousId === undefined || urlPageId !== openPage.previousId) open(urlPageId);

  const onCreated = useCallback(
    (pageId: string) => {
      setOpenPage((before) => ({ ...before, id: pageId, previousId: before.id }));
      setQuery(
        (before) => {
          before.set(PAGE_PARAM, pageId);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setOpenPage, setQuery],
  );
  return { openPage, onCreated, reload: () => open(openPage.id) };
}

type StoredProps = Omit<BuilderLayoutProps, 'initialPage'> & { pageId: string };

function StoredPage({ pageId, ...props }: StoredProps) {
  // Once opened, the builder's state is newer than the server's. An earlier, cached response must not be opened.
  const { data, error, isFetchedAfterMount, retry } = useRpcQuery(
    'get-page',
    { pageId },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  if (error === null && data && isFetchedAfterMount) return <BuilderLayout {...props} initialPage={data} />;
  if (error === null) return <BuilderSkeleton sandbox={props.sandbox} />;
  return (
    <div className="builder">
      <BuilderBar name={<h1 className="builder-bar__name">{builderMessages.title}</h1>} sandbox={props.sandbox} />
      <div className="builder-banners" />
      <main className="builder-error" id="builder-form">
        <h2 className="h2">{messages.title}</h2>
        <p className="muted">{getErrorMessage(error)}</p>
        <div className="b-acts">
          <Link className={buttonVariants()} to="/pages">
            {messages.toPages}
          </Link>
          <Button variant="primary" onClick={retry}>
            {messages.retry}
          </Button>
        </div>
      </main>
    </div>
  );
}

type Props = Pick<BuilderLayoutProps, 'userId' | 'sandbox' | 'Gallery' | 'plan'>;

/** The builder of a signed-in seller. It shows a new page or the page whose id is in the URL. */
export function Builder({ userId, sandbox, Gallery, plan }: Props) {
  const stripe = useConnection(userId);
  useStripeReturn(stripe);
  const { openPage, onCreated, reload } = useOpenPageId();
  const props = { userId, sandbox, Gallery, plan, stripe, onCreated, onReload: reload };
  return openPage.initialId === null ? (
    <BuilderLayout key={openPage.refreshKey} {...props} initialPage={null} />
  ) : (
    <StoredPage key={openPage.refreshKey} {...props} pageId={openPage.initialId} />
  );
}
