import { useAsked, type Asked } from '#app/session/use-asked.ts';
import type { Calls } from '#domain/calls.ts';

type ListCall = 'list-orders' | 'list-buyer-subscriptions';

export type AskedList<Answer> = Omit<Asked<Answer>, 'answer'> & {
  /** Last loaded list; null before the first response. */
  list: Answer | null;
};

const EVERY_MS = 30_000;

/** Polls a list. */
export function useAskedList<N extends ListCall>(
  name: N,
  body: Calls[N]['body'],
): AskedList<Calls[N]['answer']> {
  const { answer, ...asked } = useAsked(name, body, EVERY_MS);
  return { list: answer, ...asked };
}
