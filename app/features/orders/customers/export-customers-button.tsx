import { Download } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { customerMessages } from '#content/messages/customers.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { loadExportPart, useCsvExport } from '../use-csv-export.ts';

const messages = customerMessages.export;

type ExportRpc = RpcContract['export-customers'];

const loadPart = (body: ExportRpc['body']): Promise<ExportRpc['response'] | null> =>
  loadExportPart('export-customers', body);

/** Loads part after part until the end; null if `isCanceled` returned true. */
async function loadAllLines(
  search: string,
  onProgress: (customers: number) => void,
  isCanceled: () => boolean,
): Promise<string[] | null> {
  const csvParts: string[] = [];
  let nextPart: { after?: number; upTo?: number; currencies?: string[] } | null = {};
  let exportedCount = 0;
  while (nextPart) {
    const response = await loadPart({
      ...(search ? { search } : {}),
      ...nextPart,
    });
    if (response === null || isCanceled()) return null;
    csvParts.push(response.lines);
    exportedCount += response.customers;
    onProgress(exportedCount);
    const { next, upTo, currencies } = response;
    nextPart = next === null ? null : { after: next, upTo, currencies };
  }
  return csvParts;
}

/** Exports the customers that match the search as a file; `count` is their number. */
export function ExportCustomersButton({ search, count }: { search: string; count: number }) {
  const { exportedCount, busy, run } = useCsvExport(
    'customers',
    (onProgress, isCanceled) => loadAllLines(search, onProgress, isCanceled),
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
