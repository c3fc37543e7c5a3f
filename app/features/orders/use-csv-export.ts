import { useEffect, useRef, useState } from 'react';

import { downloadBlob } from '#app/components/utils/download-blob.ts';
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

/** Loads all CSV lines, part after part; null if the user canceled it or `isCanceled` returned true. */
type LoadLines = (onProgress: (rows: number) => void, isCanceled: () => boolean) => Promise<string[] | null>;

/** Exports all rows of a list as one CSV file. Leaving the page cancels the export. `name`: beginning of the file name. */
export function useCsvExport(name: string, loadLines: LoadLines, failureTitle: string) {
  const [exportedCount, setExportedCount] = useState(0);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  const { busy, run } = useAction(
    () => {
      setExportedCount(0);
      return loadLines(setExportedCount, () => isUnmounted.current);
    },
    {
      onSuccess: (csvParts) => {
        if (!csvParts) return;
        const day = new Date().toISOString().slice(0, 10);
        downloadBlob(new Blob(csvParts, { type: 'text/csv;charset=utf-8' }), `${name}-${day}.csv`);
      },
      onError: (error) => isUnmounted.current || showErrorToast(error, failureTitle),
    },
  );
  return { exportedCount, busy, run };
}
