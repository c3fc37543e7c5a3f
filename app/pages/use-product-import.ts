import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';
import { MAX_IMPORTED_AT_ONCE, type ImportableProduct, type ImportSource } from '#domain/import-calls.ts';

const FAILED = 'Import failed';

/** Result for a product: its draft with warnings, or an error message. */
export type Outcome = { pageId: string; remarks: string[] } | { problem: string };

const chunksOf = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / MAX_IMPORTED_AT_ONCE) }, (_, at) =>
    keys.slice(at * MAX_IMPORTED_AT_ONCE, (at + 1) * MAX_IMPORTED_AT_ONCE),
  );

function tell(made: number, failed: number): void {
  const drafts = made === 1 ? '1 draft made' : `${made} drafts made`;
  const message =
    failed > 0 ? `${failed} could not be made; see why in the list.` : 'Look at each, then publish it.';
  toast({ title: drafts, message }, { destructive: made === 0 });
}

/** Selects products and imports them in chunks. */
export function useProductImport(from: ImportSource, products: readonly ImportableProduct[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(products.filter(({ pageId }) => pageId === null).map(({ key }) => key)),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [done, setDone] = useState<number | null>(null);
  const choose = (keys: readonly string[], on: boolean) =>
    setChosen((last) => {
      const next = new Set(last);
      for (const key of keys) next[on ? 'add' : 'delete'](key);
      return next;
    });

  async function run(): Promise<void> {
    const keys = products.map(({ key }) => key).filter((key) => chosen.has(key));
    const all = new Map(outcomes);
    let made = 0;
    setDone(0);
    try {
      for (const chunk of chunksOf(keys)) {
        const answer = await call('import-products', { ...from, keys: chunk });
        for (const { key, pageId, remarks } of answer.pages) all.set(key, { pageId, remarks });
        for (const { key, problem } of answer.failed) all.set(key, { problem });
        made += answer.pages.length;
        setOutcomes(new Map(all));
        choose(chunk, false);
        setDone((last) => (last ?? 0) + chunk.length);
      }
      tell(made, keys.length - made);
    } catch (error) {
      toast(failWords(error, FAILED), { destructive: true });
    } finally {
      setDone(null);
    }
  }

  return { chosen, outcomes, done, choose, run: () => void (done === null && chosen.size > 0 && run()) };
}
