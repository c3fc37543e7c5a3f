/** The channel of the triggers in drizzle/; its messages are topics: ids of sellers, or 'blog'. */
export const PAGE_CHANGES = 'page_changes';

/** Who wants to hear of changes. */
export type Ears = {
  /** Something about this topic's documents was committed, by whichever process. */
  hear: (topic: string) => void;
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
