import { Download } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import type { AnalyticsQuery, AnalyticsDimension } from '#domain/analytics.ts';

type Props = { query: AnalyticsQuery; by?: AnalyticsDimension; dataName: string };

/** Exports the chart points or a full breakdown. `dataName`: names the data for screen readers. */
export function ExportCsvButton({ query, by, dataName }: Props) {
  const { busy, run } = useRpcMutation('export-analytics', {
    failureTitle: 'Export failed',
    onSuccess: ({ csv, fileName }) => downloadBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName),
  });
  return (
    <Button
      Icon={Download}
      size="sm"
      busyLabel={busy && 'Exporting...'}
      onClick={() => void run({ ...query, ...(by && { by }) })}
    >
      Export CSV<span className="vh"> of {dataName}</span>
    </Button>
  );
}
