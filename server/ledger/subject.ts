/** A Stripe object of a connected account that the ledger follows. */
export type Subject = {
  accountId: string;
  kind: 'session' | 'charge' | 'invoice' | 'subscription';
  id: string;
};

/** Order of writing: payments come before their refunds and disputes. */
const KINDS: readonly Subject['kind'][] = ['session', 'subscription', 'invoice', 'charge'];

export const compareByKind = (a: Subject, b: Subject): number => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);

/** Unique key of a subject. */
export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;
