import type { Logger } from 'pino';
import type Stripe from 'stripe';

import type { Mode } from '#domain/mode.ts';

import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { ImageWorkers } from './media/image-workers.ts';
import type { Secrets } from './secrets.ts';

/** Everything that a core of ours may use; handed in, never imported. */
export type Context = {
  config: Config;
  secrets: Secrets;
  db: Db;
  mode: Mode;
  stripe: Stripe;
  /** Where a seller's dashboard at the provider is. */
  dashboardUrl: (accountId: string) => string;
  /** The business clock (trials, periods, orders): the sandbox's in sandbox mode. */
  now: () => Date;
  /** The real clock: sessions, tokens, limits, caches. */
  realNow: () => Date;
  images: ImageWorkers;
  /** Apart from uploads, so that a storm of the one never delays the other. */
  social: ImageWorkers;
  log: Logger;
  /** Wakes the worker of the inbox; the rows are the truth, this only saves waiting. */
  ringInbox: () => void;
  /** Resolves when this process has heard of every change of pages that was committed before. */
  caughtUp: () => Promise<void>;
};
