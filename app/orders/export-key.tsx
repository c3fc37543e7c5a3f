import { Download } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';
import type { OrderFilter } from '#domain/order-filter.ts';

import { countText } from '#app/ui/count-text.ts';
import { useExport } from './use-export.ts';

/** Takes what the list is narrowed to away as a file; `count` orders. */
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
