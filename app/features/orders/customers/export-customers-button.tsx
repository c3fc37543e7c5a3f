import { customerMessages } from '#content/messages/customers.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CsvExportButton, loadExportPart } from '../csv-export-button.tsx';

type ExportBody = RpcContract['export-customers']['body'];

async function loadPart(body: ExportBody) {
  const part = await loadExportPart('export-customers', body);
  if (part === null) return null;
  const { lines, customers, next, upTo, currencies } = part;
  return { lines, rows: customers, next: next === null ? null : { after: next, upTo, currencies } };
}

/** Exports the customers that match the search as a file; `count` is their number. */
export const ExportCustomersButton = ({ search, count }: { search: string; count: number }) => (
  <CsvExportButton
    fileName="customers"
    count={count}
    messages={customerMessages.export}
    loadPart={(position: ExportBody | null) => loadPart({ ...(search ? { search } : {}), ...position })}
  />
);
