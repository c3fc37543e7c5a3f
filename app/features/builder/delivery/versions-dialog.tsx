import { CircleDot, Download } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, Dialog } from '#app/components/dialog.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useFileDownload } from '#app/lib/use-file-download.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import type { Deliverable, FileVersion } from '#domain/deliverable.ts';

const messages = builderDeliveryMessages.versions;
const scanMessages = builderDeliveryMessages.row.scans;

type RowProps = {
  deliverableId: string;
  version: FileVersion;
  isCurrent: boolean;
  onAnnounce: () => void;
};

function VersionRow({ deliverableId, version, isCurrent, onAnnounce }: RowProps) {
  const { number, fileName, bytes, scan, createdAt } = version;
  const { run: download } = useFileDownload();
  const { busy, run } = useRpcMutation('use-file-version', {
    failureTitle: rpcErrorTitles['use-file-version'],
    success: { title: messages.used({ number }) },
    invalidates: ['list-file-versions', 'list-deliverables', 'list-files'],
  });
  return (
    <li className="versions-drawer__row">
      <div className="versions-drawer__row-header">
        <h3 className="h3">{messages.version({ number })}</h3>
        {isCurrent && <Badge label={messages.current} variant="mint" Icon={CircleDot} />}
      </div>
      <p className="small break-anywhere" dir="auto">
        {messages.file({ fileName, size: formatBytes(bytes) })}
        {scan !== 'clean' && ` (${scanMessages[scan]})`}
      </p>
      <p className="small muted">
        <UtcTime iso={createdAt} />
      </p>
      <div className="button-row">
        <Button
          size="sm"
          Icon={Download}
          aria-label={messages.downloadLabel({ number })}
          onClick={() => void download({ deliverableId, number })}
        >
          {messages.download}
        </Button>
        {isCurrent ? (
          <Button size="sm" onClick={onAnnounce}>
            {messages.announce}
          </Button>
        ) : (
          scan !== 'refused' && (
            <Button
              size="sm"
              aria-label={messages.useLabel({ number })}
              busyLabel={busy && messages.use}
              onClick={() => void run({ deliverableId, number })}
            >
              {messages.use}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

function AnnounceDialog({ deliverableId, onClose }: { deliverableId: string; onClose: () => void }) {
  const { busy, run } = useRpcMutation('announce-file-version', {
    failureTitle: rpcErrorTitles['announce-file-version'],
    success: ({ emails }) => ({ title: messages.announced({ count: emails }) }),
    onSuccess: onClose,
    onError: onClose,
  });
  const { title, description, cancel, confirm } = messages.announceConfirm;
  return (
    <AlertDialog
      title={title}
      description={description}
      cancelLabel={cancel}
      confirmLabel={confirm}
      variant="primary"
      busyLabel={busy && messages.announcing}
      onConfirm={() => void run({ deliverableId })}
      onClose={onClose}
    />
  );
}

type Props = { deliverable: Deliverable; onClose: () => void };

/** All versions of a file, newest first, with the one that buyers get. */
export function VersionsDialog({ deliverable: { id: deliverableId, name }, onClose }: Props) {
  const list = useRpcQuery('list-file-versions', { deliverableId });
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  if (isAnnouncing) return <AnnounceDialog deliverableId={deliverableId} onClose={() => setIsAnnouncing(false)} />;
  return (
    <Dialog title={messages.title({ name })} onClose={onClose} initialFocus=".dialog__close">
      <QueryBoundary query={list} errorTitle={messages.loadError} rows={4}>
        {({ versions, current }) => (
          <ol className="versions-drawer__list file-versions" reversed>
            {versions.map((version) => (
              <VersionRow
                key={version.number}
                {...{ deliverableId, version }}
                isCurrent={version.number === current}
                onAnnounce={() => setIsAnnouncing(true)}
              />
            ))}
          </ol>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
