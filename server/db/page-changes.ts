/** The channel of drizzle/0002_page_changes.sql; its messages are ids of sellers. */
export const PAGE_CHANGES = 'page_changes';

/** Who wants to hear of changes. */
export type Ears = {
  /** Something about this seller's pages was committed, by whichever process. */
  hear: (sellerId: string) => void;
  /** From now on nothing is missed; something may have been before. */
  connected: () => void;
  /** From now on changes may be missed. */
  lost: () => void;
};

export type Listening = {
  /** Resolves when everything has been heard that was committed before; at once while the connection is lost. */
  caughtUp: () => Promise<void>;
  close: () => Promise<void>;
};
