import { useCallback, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { createUuid } from '#app/components/utils/create-uuid.ts';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { builderMessages } from '#content/messages/builder.ts';

import { BuilderBar } from './builder-bar.tsx';
import { BuilderLayout } from './builder-layout.tsx';
import { BuilderSkeleton } from './builder-skeleton.tsx';
import type { BuilderLayoutProps } from './use-builder-store.ts';
import { useConnection, useStripeReturn } from './use-stripe-connection.ts';

const messages = builderMessages.loadError;
const PAGE_PARAM = 'page';

/**
 * The page that is open: its id at mount, which stays unchanged when a new page gets its id, its id in the URL, and the
 * key of its mount.
 */
type OpenPage = { initialId: string | null; id: string | null; key: string };

const openPageWithId = (id: string | null): OpenPage => ({ initialId: id, id, key: createUuid() });

function useOpenPage() {
  const [query, setQuery] = useSearchParams();
  const id = query.get(PAGE_PARAM) || null;
  const { state } = useLocation();
  const [openPage, setOpenPage] = useState(() => openPageWithId(id));
  // The navigation to the id of a new page names the page that got it.
  if (id !== openPage.id) setOpenPage(state === openPage.key ? { ...openPage, id } : openPageWithId(id));

  const { key } = openPage;
  const onCreated = useCallback(
    (pageId: string) =>
      setQuery(
        (before) => {
          before.set(PAGE_PARAM, pageId);
          return before;
        },
        { replace: true, preventScrollReset: true, state: key },
      ),
    [setQuery, key],
  );
  return { openPage, onCreated, reload: () => setOpenPage(openPageWithId(id)) };
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
  const connection = useConnection(userId);
  useStripeReturn(connection);
  const { openPage, onCreated, reload } = useOpenPage();
  const props = { userId, sandbox, Gallery, plan, connection, onCreated, onReload: reload };
  return openPage.initialId === null ? (
    <BuilderLayout key={openPage.key} {...props} initialPage={null} />
  ) : (
    <StoredPage key={openPage.key} {...props} pageId={openPage.initialId} />
  );
}
