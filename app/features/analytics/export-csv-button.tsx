import { Download } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { AnalyticsQuery, AnalyticsDimension } from '#domain/analytics.ts';

type Props = { query: AnalyticsQuery; by?: AnalyticsDimension; label: string };

/** Exports the chart points or a full breakdown. `label`: a message with a part for screen readers in `<hidden>`. */
export function ExportCsvButton({ query, by, label }: Props) {
  const { busy, run } = useRpcMutation('export-analytics', {
    failureTitle: analyticsMessages.export.failure,
    onSuccess: ({ csv, fileName }) => downloadBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName),
  });
  return (
    <Button
      Icon={Download}
      size="sm"
      busyLabel={busy && analyticsMessages.export.busy}
      onClick={() => void run({ ...query, ...(by && { by }) })}
    >
      <RichText text={label} tags={{ hidden: (text) => <span className="vh">{text}</span> }} />
    </Button>
  );
}
