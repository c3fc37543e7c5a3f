import { Download } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { AnalyticsQuery, AnalyticsDimension } from '#domain/analytics.ts';

type Props = { query: AnalyticsQuery; by?: AnalyticsDimension; dataName: string };

/** Exports the chart points or a full breakdown. `dataName`: names the data for screen readers. */
export function ExportCsvButton({ query, by, dataName }: Props) {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const exportCsv = async () => {
    setBusy(true);
    try {
      const { csv, fileName } = await callRpc('export-analytics', { ...query, ...(by && { by }) });
      downloadBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName);
    } catch (error) {
      showErrorToast(error, 'Export failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button Icon={Download} size="sm" busyLabel={busy && 'Exporting...'} onClick={() => void exportCsv()}>
      Export CSV<span className="vh"> of {dataName}</span>
    </Button>
  );
}
