import { orderListMessages } from '#content/messages/order-list.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CsvExportButton, loadExportPart } from './csv-export-button.tsx';

const messages = orderListMessages.export;

type ExportBody = RpcContract['export-orders']['body'];

async function loadPart(body: ExportBody) {
  const part = await loadExportPart('export-orders', body);
  if (part === null) return null;
  const { lines, orders, next, upTo, columns } = part;
  return { lines, rows: orders, next: next === null ? null : { after: next, upTo, columns } };
}

type Props = {
  filter: OrderFilter;
  /** Number of orders. */
  count: number;
  hasExtras: boolean;
};

/** Exports the filtered orders as a file; with extras also their line items, one per row. */
export const ExportOrdersButtons = ({ filter, count, hasExtras }: Props) => (
  <div className="order-list__exports">
    <CsvExportButton
      fileName="orders"
      count={count}
      messages={messages}
      loadPart={(position: ExportBody | null) => loadPart({ ...filter, ...position })}
    />
    {hasExtras && (
      <CsvExportButton
        fileName="line-items"
        count={count}
        messages={{ ...messages, button: messages.lineItemsButton }}
        loadPart={(position: ExportBody | null) => loadPart({ ...filter, ...position, rows: 'line_items' })}
      />
    )}
  </div>
);
