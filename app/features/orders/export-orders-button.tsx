import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { formatCount } from '#app/components/utils/format.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { withReauthentication } from '#app/lib/session/reauthentication.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

const messages = orderMessages.export;

type ExportRpc = RpcContract['export-orders'];

/** Loads one part, with step-up authentication if required; null if the user canceled it. */
async function loadPart(body: ExportRpc['body']): Promise<ExportRpc['response'] | null> {
  let response: ExportRpc['response'] | null = null;
  await withReauthentication(async () => {
    response = await callRpc('export-orders', body);
  });
  return response;
}

/** Loads part after part until the end; null if `isCanceled` returned true. */
async function loadAllLines(
  filter: OrderFilter,
  onProgress: (orders: number) => void,
  isCanceled: () => boolean,
): Promise<string[] | null> {
  const csvParts: string[] = [];
  let nextPart: { after?: number; upTo?: number; columns?: string[] } | null = {};
  let exportedCount = 0;
  while (nextPart) {
    const response = await loadPart({ ...filter, ...nextPart });
    if (response === null || isCanceled()) return null;
    csvParts.push(response.lines);
    exportedCount += response.orders;
    onProgress(exportedCount);
    const { next, upTo, columns } = response;
    nextPart = next === null ? null : { after: next, upTo, columns };
  }
  return csvParts;
}

/** Exports all matching orders as one CSV file. Leaving the page cancels the export. */
function useOrderExport(filter: OrderFilter) {
  const [exportedCount, setExportedCount] = useState(0);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  const { busy, run } = useAction(
    () => {
      setExportedCount(0);
      return loadAllLines(filter, setExportedCount, () => isUnmounted.current);
    },
    {
      onSuccess: (csvParts) => {
        if (!csvParts) return;
        const day = new Date().toISOString().slice(0, 10);
        downloadBlob(new Blob(csvParts, { type: 'text/csv;charset=utf-8' }), `orders-${day}.csv`);
      },
      onError: (error) => isUnmounted.current || showErrorToast(error, messages.failure),
    },
  );
  return { exportedCount, busy, run };
}

/** Exports the filtered orders as a file; `count` is their number. */
export function ExportOrdersButton({ filter, count }: { filter: OrderFilter; count: number }) {
  const { exportedCount, busy, run } = useOrderExport(filter);
  const progress =
    count > 0 && exportedCount < count
      ? messages.progress({ done: formatCount(exportedCount), total: formatCount(count) })
      : messages.busy;
  return (
    <Button Icon={Download} busyLabel={busy && progress} disabled={count === 0} onClick={() => void run()}>
      {messages.button}
    </Button>
  );
}
