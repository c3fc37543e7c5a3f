/** A Stripe object of a connected account that the ledger follows. */
export type Subject = {
  accountId: string;
  kind: 'session' | 'charge' | 'invoice' | 'subscription';
  id: string;
};

/** Order of writing: payments come before their refunds and disputes. */
const KINDS: readonly Subject['kind'][] = ['session', 'subscription', 'invoice', 'charge'];

export const byKind = (one: Subject, other: Subject): number =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);

/** Unique key of a subject. */
export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;
