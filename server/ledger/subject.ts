/** Something of a seller's account at the provider that our books follow. */
export type Subject = {
  accountId: string;
  kind: 'session' | 'charge' | 'invoice' | 'subscription';
  id: string;
};

/** In the order in which they are written: what a payment was made for before what became of it. */
const KINDS: readonly Subject['kind'][] = ['session', 'subscription', 'invoice', 'charge'];

export const byKind = (one: Subject, other: Subject): number =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);

/** Two subjects are the same when this is. */
export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;
