import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { confirmed } from '#app/session/confirmed.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { download } from '#app/ui/download.ts';
import type { Calls } from '#domain/calls.ts';
import type { OrderFilter } from '#domain/order-filter.ts';

type Export = {
  /** Exported orders so far; null: no export is running. */
  done: number | null;
  start: () => void;
};

type Portion = Calls['export-orders'];

/** Loads one part, with step-up authentication if required; null if the user canceled it. */
async function confirmedPortion(body: Portion['body']): Promise<Portion['answer'] | null> {
  let answer: Portion['answer'] | null = null;
  await confirmed(async () => {
    answer = await call('export-orders', body);
  });
  return answer;
}

/** Loads part after part until the end; null if `isCanceled` returned true. */
async function allLines(
  filter: OrderFilter,
  onDone: (orders: number) => void,
  isOver: () => boolean,
): Promise<string[] | null> {
  const parts: string[] = [];
  let portion: { after?: number; upTo?: number; columns?: string[] } | null = {};
  let done = 0;
  while (portion) {
    const answer = await confirmedPortion({ ...filter, ...portion });
    if (answer === null || isOver()) return null;
    parts.push(answer.lines);
    done += answer.orders;
    onDone(done);
    const { next, upTo, columns } = answer;
    portion = next === null ? null : { after: next, upTo, columns };
  }
  return parts;
}

/** Exports all matching orders as one CSV file. Leaving the page cancels the export. */
export function useExport(filter: OrderFilter): Export {
  const [done, setDone] = useState<number | null>(null);
  const left = useRef(false);
  const failToast = useFailToast();
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const start = useCallback(() => {
    setDone(0);
    allLines(filter, setDone, () => left.current)
      .then((parts) => {
        if (!parts) return;
        const day = new Date().toISOString().slice(0, 10);
        download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `orders-${day}.csv`);
      })
      .catch((error: unknown) => left.current || failToast(error, 'Export failed'))
      .finally(() => left.current || setDone(null));
  }, [filter, failToast]);
  return { done, start };
}
