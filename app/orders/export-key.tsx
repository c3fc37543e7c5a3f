import { Download } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';
import type { OrderFilter } from '#domain/order-filter.ts';

import { countText } from '#app/ui/count-text.ts';
import { useExport } from './use-export.ts';

/** Exports the filtered orders as a file; `count` is their number. */
export function ExportKey({ filter, count }: { filter: OrderFilter; count: number }) {
  const { done, start } = useExport(filter);
  const busy =
    done !== null &&
    (count > 0 && done < count ? `${countText(done)} of ${countText(count)}...` : 'Exporting...');
  return (
    <Key busy={busy} disabled={count === 0} onClick={start}>
      <Download className="i" aria-hidden="true" />
      Export CSV
    </Key>
  );
}
