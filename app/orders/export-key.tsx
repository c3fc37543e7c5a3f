import { Download } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';
import type { OrderFilter } from '#domain/order-filter.ts';

import { formatCount } from '#app/ui/count-text.ts';
import { useOrderExport } from './use-export.ts';

/** Exports the filtered orders as a file; `count` is their number. */
export function ExportOrdersButton({ filter, count }: { filter: OrderFilter; count: number }) {
  const { exportedCount, start } = useOrderExport(filter);
  const busy =
    exportedCount !== null &&
    (count > 0 && exportedCount < count ? `${formatCount(exportedCount)} of ${formatCount(count)}...` : 'Exporting...');
  return (
    <Button busyLabel={busy} disabled={count === 0} onClick={start}>
      <Download className="i" aria-hidden="true" />
      Export CSV
    </Button>
  );
}
