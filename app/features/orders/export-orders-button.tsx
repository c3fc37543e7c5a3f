import { Download } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { loadExportPart, useCsvExport } from './use-csv-export.ts';

const messages = orderMessages.export;

type ExportRpc = RpcContract['export-orders'];

const loadPart = (body: ExportRpc['body']): Promise<ExportRpc['response'] | null> =>
  loadExportPart('export-orders', body);

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

/** Exports the filtered orders as a file; `count` is their number. */
export function ExportOrdersButton({ filter, count }: { filter: OrderFilter; count: number }) {
  const { exportedCount, busy, run } = useCsvExport(
    'orders',
    (onProgress, isCanceled) => loadAllLines(filter, onProgress, isCanceled),
    messages.failure,
  );
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
