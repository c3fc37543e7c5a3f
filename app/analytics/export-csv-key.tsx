import { Download } from 'lucide-react';
import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { download } from '#app/ui/download.ts';
import { Key } from '#app/ui/key.tsx';
import type { AnalyticsAsk, AnalyticsDimension } from '#domain/analytics.ts';

type Props = { ask: AnalyticsAsk; by?: AnalyticsDimension; of: string };

/** Exports the chart points or a full breakdown. `dataName`: names the data for screen readers. */
export function ExportCsvKey({ ask, by, of }: Props) {
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();
  const take = async () => {
    setBusy(true);
    try {
      const { csv, fileName } = await call('export-analytics', { ...ask, ...(by && { by }) });
      download(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName);
    } catch (error) {
      failToast(error, 'Export failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Key size="sm" busy={busy && 'Exporting...'} onClick={() => void take()}>
      <Download className="i" aria-hidden="true" />
      Export CSV<span className="vh"> of {of}</span>
    </Key>
  );
}
