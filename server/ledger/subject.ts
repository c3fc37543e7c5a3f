/** Something of a seller's account at the provider that our books follow. */
export type Subject = {
  accountId: string;
  kind: 'session' | 'charge' | 'invoice' | 'subscription';
  id: string;
};

/** Two subjects are the same when this is. */
export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;
