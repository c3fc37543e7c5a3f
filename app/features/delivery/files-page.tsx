import { CircleCheck, CircleHelp, Clock, Download, FileText, HardDrive, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Banner } from '#app/components/banner.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { PagesTabs } from '#app/lib/pages-tabs.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { StorageUsage } from '#app/lib/storage-usage.tsx';
import { useFileDownload } from '#app/lib/use-file-download.ts';
import { fileMessages } from '#content/messages/files.ts';
import type { FileScan } from '#domain/deliverable.ts';
import type { DeliveryRpc, SellerFile } from '#domain/delivery-rpc.ts';

const messages = fileMessages;

type FileList = DeliveryRpc['list-files']['response'];

const SCAN_BADGES: Record<FileScan, BadgeProps> = {
  clean: { label: messages.scans.clean, variant: 'mint', Icon: CircleCheck },
  waiting: { label: messages.scans.waiting, variant: 'canary', Icon: Clock },
  refused: { label: messages.scans.refused, variant: 'pink', Icon: ShieldAlert },
  unscanned: { label: messages.scans.unscanned, Icon: CircleHelp },
};

/** How often the list is loaded again while a file is being scanned. */
const SCAN_POLL_INTERVAL_MS = 5_000;

const isBeingScanned = ({ file }: SellerFile): boolean => file?.scan === 'waiting';

function FileName({ name, file, removed }: SellerFile) {
  return (
    <div className="file-table__name">
      <FileText className="i" aria-hidden="true" />
      <div>
        <p className="h3" dir="auto">
          {name}
        </p>
        <p className="small faint" dir="auto">
          {file ? messages.fileName({ name: file.fileName, size: formatBytes(file.bytes) }) : messages.notUploaded}
        </p>
        {removed && <p className="small muted">{messages.removed}</p>}
      </div>
    </div>
  );
}

/** Opens the delivery of the page in the builder. A removed file may belong to a deleted page. */
const FilePage = ({ pageId, pageName, removed }: SellerFile) =>
  removed ? (
    <bdi>{pageName}</bdi>
  ) : (
    <Link className="link" to={`/builder?page=${pageId}#delivery`}>
      <bdi>{pageName}</bdi>
      <span className="vh">{messages.pageSuffix}</span>
    </Link>
  );

function DownloadButton({ deliverableId, name, file }: SellerFile) {
  const { busy, run } = useFileDownload();
  if (!file) return null;
  return (
    <Button
      size="sm"
      Icon={Download}
      busyLabel={busy && messages.downloading}
      onClick={() => void run({ deliverableId })}
    >
      {messages.download}
      <span className="vh">{messages.downloadSuffix({ name })}</span>
    </Button>
  );
}

const COLUMNS: readonly TableColumn<SellerFile>[] = [
  { header: messages.columns.file, isRowHeader: true, render: (file) => <FileName {...file} /> },
  { header: messages.columns.page, className: 'file-table__page', render: (file) => <FilePage {...file} /> },
  {
    header: messages.columns.versions,
    className: 'file-table__versions small num',
    render: ({ versions }) => versions > 0 && messages.versions({ count: versions }),
  },
  {
    header: messages.columns.size,
    align: 'right',
    className: 'file-table__size small num',
    render: ({ bytes }) => bytes > 0 && formatBytes(bytes),
  },
  {
    header: messages.columns.scan,
    render: ({ file }) => file && <Badge {...SCAN_BADGES[file.scan]} />,
  },
  {
    header: messages.columns.actions,
    isHeaderHidden: true,
    align: 'right',
    className: 'file-table__actions',
    render: (file) => <DownloadButton {...file} />,
  },
];

/** Explains the marks of files that need it. */
function Hints({ files }: Pick<FileList, 'files'>) {
  const hasScan = (scan: FileScan) => files.some(({ file }) => file?.scan === scan);
  const hints = [
    hasScan('refused') && messages.refusedHint,
    hasScan('unscanned') && messages.unscannedHint,
    files.some(({ versions }) => versions > 1) && messages.earlierHint,
    files.some(({ removed }) => removed) && messages.removedHint,
  ].filter((hint) => hint !== false);
  return hints.map((hint) => (
    <p key={hint} className="small muted files-page__hint">
      {hint}
    </p>
  ));
}

const NoFiles = () => (
  <EmptyState title={messages.empty.title}>
    <p className="muted">{messages.empty.text}</p>
    <Link className={buttonVariants('primary')} to="/pages">
      {messages.empty.link}
    </Link>
  </EmptyState>
);

const Files = ({ files, storage }: FileList) => (
  <>
    {storage.used >= storage.limit && (
      <Banner variant="pink" Icon={HardDrive} className="page-banner">
        <div>{messages.storage.full}</div>
        <Link className={buttonVariants('plain', 'sm')} to="/subscription">
          {messages.storage.plans}
        </Link>
      </Banner>
    )}
    <div className="files-page__storage">
      <StorageUsage storage={storage} />
    </div>
    <div className="sheet">
      <Table
        caption={messages.caption}
        className="file-table"
        columns={COLUMNS}
        rows={files}
        getKey={({ deliverableId }) => deliverableId}
      />
    </div>
    <Hints files={files} />
  </>
);

/** All files of a seller, and the storage that they use. */
export function FilesPage() {
  const filesQuery = useRpcQuery(
    'list-files',
    {},
    { refetchInterval: ({ state: { data } }) => (data?.files.some(isBeingScanned) ? SCAN_POLL_INTERVAL_MS : false) },
  );
  return (
    <>
      <PageHeader title={messages.title} />
      <PagesTabs />
      <QueryBoundary query={filesQuery} errorTitle={messages.loadError} rows={4}>
        {(list) => (list.files.length === 0 ? <NoFiles /> : <Files {...list} />)}
      </QueryBoundary>
    </>
  );
}
