import { useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { MAX_PRODUCTS_PER_IMPORT, type ImportableProduct, type ImportSource } from '#domain/product-import.ts';

const ERROR_TITLE = 'Import failed';

/** Result for a product: its draft with warnings, or an error message. */
export type ImportOutcome = { pageId: string; remarks: string[] } | { problem: string };

const splitIntoChunks = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / MAX_PRODUCTS_PER_IMPORT) }, (_, chunkIndex) =>
    keys.slice(chunkIndex * MAX_PRODUCTS_PER_IMPORT, (chunkIndex + 1) * MAX_PRODUCTS_PER_IMPORT),
  );

function showResultToast(createdCount: number, failedCount: number): void {
  const title = createdCount === 1 ? '1 draft made' : `${createdCount} drafts made`;
  const message =
    failedCount > 0 ? `${failedCount} could not be made; see why in the list.` : 'Look at each, then publish it.';
  toast({ title: title, message }, { destructive: createdCount === 0 });
}

/** Selects products and imports them in chunks. */
export function useProductImport(source: ImportSource, products: readonly ImportableProduct[]) {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(
    () => new Set(products.filter(({ pageId }) => pageId === null).map(({ key }) => key)),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, ImportOutcome>>(new Map());
  const [importedCount, setImportedCount] = useState<number | null>(null);
  const setSelected = (keys: readonly string[], isSelected: boolean) =>
    setSelectedKeys((previous) => {
      const updated = new Set(previous);
      for (const key of keys) updated[isSelected ? 'add' : 'delete'](key);
      return updated;
    });

  async function run(): Promise<void> {
    const keys = products.map(({ key }) => key).filter((key) => selectedKeys.has(key));
    const newOutcomes = new Map(outcomes);
    let createdCount = 0;
    setImportedCount(0);
    try {
      for (const chunk of splitIntoChunks(keys)) {
        const response = await callRpc('import-products', { ...source, keys: chunk });
        for (const { key, pageId, remarks } of response.pages) newOutcomes.set(key, { pageId, remarks });
        for (const { key, problem } of response.failed) newOutcomes.set(key, { problem });
        createdCount += response.pages.length;
        setOutcomes(new Map(newOutcomes));
        setSelected(chunk, false);
        setImportedCount((previous) => (previous ?? 0) + chunk.length);
      }
      showResultToast(createdCount, keys.length - createdCount);
    } catch (error) {
      toast(formatErrorToast(error, ERROR_TITLE), { destructive: true });
    } finally {
      setImportedCount(null);
    }
  }

  return {
    selectedKeys,
    outcomes,
    importedCount,
    setSelected,
    run: () => void (importedCount === null && selectedKeys.size > 0 && run()),
  };
}
