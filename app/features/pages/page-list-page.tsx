import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { useUrlParams } from '#app/lib/use-url-params.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { ImportFileButton } from './import-file-button.tsx';
import { OffSaleBanner } from './off-sale-banner.tsx';
import { RESUME } from './page-actions.ts';
import { PausedPageBanners, SuspendedPagesBanner } from './page-banners.tsx';
import { PageDialogs } from './page-dialogs.tsx';
import { NoMatchingPages, NoPagesYet, PagesSkeleton } from './page-empty-states.tsx';
import { countByFilter, filterPages } from './page-filter.ts';
import { PageFilters } from './page-filters.tsx';
import { PageList } from './page-list.tsx';
import type { PageDialogName } from './page-menu.tsx';
import { NewPageDialog } from './starting-point-gallery.tsx';
import { usePageActions, type PageActions } from './use-page-actions.ts';
import { usePageListParams } from './use-page-list-params.ts';
import { usePages } from './use-pages.ts';

const LOAD_ERROR_TITLE = 'Your pages could not be loaded';

/** The gallery has a URL: `/pages?new` can be linked to, and Back closes it. */
function useGalleryParam() {
  const [searchParams, setSearchParams] = useUrlParams();
  const setOpen = (open: boolean) =>
    setSearchParams(
      (params) => {
        if (open) params.set('new', '');
        else params.delete('new');
        return params;
      },
      { replace: !open, preventScrollReset: true },
    );
  return { open: searchParams.has('new'), setOpen };
}

type PagesSectionProps = { pages: readonly PageSummary[]; access: boolean; actions: PageActions };

const isPublished = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

function PagesSection({ pages, access, actions }: PagesSectionProps) {
  const listParams = usePageListParams();
  const [openDialog, setOpenDialog] = useState<{ pageId: string; dialog: PageDialogName } | null>(null);
  const filteredPages = filterPages(pages, listParams.query, listParams.filter);
  const counts = countByFilter(pages, listParams.query);
  const page = pages.find(({ id }) => id === openDialog?.pageId);
  const publishedCount = pages.filter(isPublished).length;
  return (
    <>
      <SuspendedPagesBanner pages={pages} />
      <PausedPageBanners
        pages={pages}
        busyPageId={actions.busyPageId}
        onResume={(pausedPage) => void actions.run(pausedPage, RESUME)}
      />
      {!access && publishedCount > 0 && <OffSaleBanner count={publishedCount} />}
      <div className="sheet">
        <PageFilters {...listParams} counts={counts} />
        <p className="vh" role="status">
          {listParams.query && `${filteredPages.length} ${filteredPages.length === 1 ? 'page' : 'pages'} found`}
        </p>
        {filteredPages.length > 0 ? (
          <PageList
            pages={filteredPages}
            busyPageId={actions.busyPageId}
            highlightedId={actions.highlightedId}
            onAction={(selectedPage, action) => void actions.run(selectedPage, action)}
            onOpenDialog={(selectedPage, dialog) => setOpenDialog({ pageId: selectedPage.id, dialog })}
          />
        ) : (
          <NoMatchingPages {...listParams} counts={counts} />
        )}
      </div>
      {page && openDialog && (
        <PageDialogs
          page={page}
          dialog={openDialog.dialog}
          isBusy={actions.busyPageId === page.id}
          onClose={() => setOpenDialog(null)}
          onAction={(action) => void actions.run(page, action).then((succeeded) => succeeded && setOpenDialog(null))}
        />
      )}
    </>
  );
}

/** The seller's pages, latest change first. */
export function PageListPage() {
  const pages = usePages();
  const actions = usePageActions(pages);
  const galleryParam = useGalleryParam();
  const { list, refresh, retry } = pages;
  const hasPages = list.state === 'ready' && list.pages.length > 0;
  const showImported = (pageId: string) => void refresh().then(() => actions.highlight(pageId));
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Your pages
        </h1>
        {list.state === 'ready' && (
          <div className="page-keys">
            <Link className={buttonVariants()} to="/domains">
              <Globe className="i" aria-hidden="true" />
              Domains
            </Link>
            <ImportFileButton onImported={showImported} />
            {hasPages && (
              <Button Icon={Plus} variant="primary" onClick={() => galleryParam.setOpen(true)}>
                New page
              </Button>
            )}
          </div>
        )}
      </div>
      {list.state === 'loading' && <PagesSkeleton />}
      {list.state === 'failed' && (
        <ErrorState
          title={LOAD_ERROR_TITLE}
          description={formatErrorToast(list.error, LOAD_ERROR_TITLE).message}
          onRetry={retry}
        />
      )}
      {list.state === 'ready' &&
        (hasPages ? <PagesSection pages={list.pages} access={list.access} actions={actions} /> : <NoPagesYet />)}
      {galleryParam.open && hasPages && <NewPageDialog onClose={() => galleryParam.setOpen(false)} />}
    </>
  );
}
