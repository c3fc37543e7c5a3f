/** Channel of the triggers in drizzle/. The payload is a topic: a seller id, or 'blog'. */
export const PAGE_CHANGES = 'page_changes';

/** Receives page changes. */
export type Ears = {
  /** Documents of this topic changed; the change is committed, by any process. */
  hear: (topic: string) => void;
  /** From now on no change is missed; earlier ones may have been. */
  connected: () => void;
  /** From now on changes may be missed. */
  lost: () => void;
};

export type Listening = {
  /** Resolves when all changes that were committed before the call have arrived; at once without a connection. */
  caughtUp: () => Promise<void>;
  close: () => Promise<void>;
};
