import { orderMessages } from '#content/messages/orders.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CsvExportButton, loadExportPart } from './csv-export-button.tsx';

type ExportBody = RpcContract['export-orders']['body'];

async function loadPart(body: ExportBody) {
  const part = await loadExportPart('export-orders', body);
  if (part === null) return null;
  const { lines, orders, next, upTo, columns } = part;
  return { lines, rows: orders, next: next === null ? null : { after: next, upTo, columns } };
}

/** Exports the filtered orders as a file; `count` is their number. */
export const ExportOrdersButton = ({ filter, count }: { filter: OrderFilter; count: number }) => (
  <CsvExportButton
    fileName="orders"
    count={count}
    messages={orderMessages.export}
    loadPart={(position: ExportBody | null) => loadPart({ ...filter, ...position })}
  />
);
