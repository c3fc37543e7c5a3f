import { useAsked, type Asked } from '#app/session/use-asked.ts';
import type { Calls } from '#domain/calls.ts';

type ListCall = 'list-orders' | 'list-buyer-subscriptions';

export type AskedList<Answer> = Omit<Asked<Answer>, 'answer'> & {
  /** What came last; null before anything came. */
  list: Answer | null;
};

const EVERY_MS = 30_000;

/** A list as it is asked for. */
export function useAskedList<N extends ListCall>(
  name: N,
  body: Calls[N]['body'],
): AskedList<Calls[N]['answer']> {
  const { answer, ...asked } = useAsked(name, body, EVERY_MS);
  return { list: answer, ...asked };
}
