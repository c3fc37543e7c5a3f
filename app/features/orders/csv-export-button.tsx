import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { withReauthentication } from '#app/lib/session/reauthentication.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

type ExportName = 'export-orders' | 'export-customers';

/** Loads one part, with step-up authentication if required; null if the user canceled it. */
export async function loadExportPart<N extends ExportName>(
  name: N,
  body: RpcContract[N]['body'],
): Promise<RpcContract[N]['response'] | null> {
  let response: RpcContract[N]['response'] | null = null;
  await withReauthentication(async () => {
    response = await callRpc(name, body);
  });
  return response;
}

/** CSV lines of some rows. `next`: where the next part begins; null for the last part. */
type CsvPart<Position> = { lines: string; rows: number; next: Position | null };

type Props<Position> = {
  /** Beginning of the file name. */
  fileName: string;
  /** Number of rows of the whole export. */
  count: number;
  messages: {
    button: string;
    busy: string;
    failure: string;
    progress: (count: { done: string; total: string }) => string;
  };
  /** Loads the part at a position, or the first part; null if the user canceled it. */
  loadPart: (position: Position | null) => Promise<CsvPart<Position> | null>;
};

/** Exports all rows of a list as one CSV file. Leaving the page cancels the export. */
export function CsvExportButton<Position>({ fileName, count, messages, loadPart }: Props<Position>) {
  const [exportedCount, setExportedCount] = useState(0);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  async function loadAllLines(): Promise<string[] | null> {
    const csvParts: string[] = [];
    let rows = 0;
    let position: Position | null = null;
    setExportedCount(0);
    do {
      const part: CsvPart<Position> | null = await loadPart(position);
      if (part === null || isUnmounted.current) return null;
      csvParts.push(part.lines);
      rows += part.rows;
      setExportedCount(rows);
      position = part.next;
    } while (position !== null);
    return csvParts;
  }

  const { busy, run } = useAction(loadAllLines, {
    onSuccess: (csvParts) => {
      if (!csvParts) return;
      const day = new Date().toISOString().slice(0, 10);
      downloadBlob(new Blob(csvParts, { type: 'text/csv;charset=utf-8' }), `${fileName}-${day}.csv`);
    },
    onError: (error) => isUnmounted.current || showErrorToast(error, messages.failure),
  });
  const progress =
    count > 0 && exportedCount < count
      ? messages.progress({ done: formatCount(exportedCount), total: formatCount(count) })
      : messages.busy;
  return (
    <Button Icon={Download} busyLabel={busy && progress} disabled={count === 0} onClick={() => void run()}>
      {messages.button}
    </Button>
  );
}
