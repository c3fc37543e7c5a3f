import type { Logger } from 'pino';

import type { Mode } from '#domain/mode.ts';

import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Pulse } from './db/pulse.ts';
import type { QuestionGate } from './ledger/question-gate.ts';
import type { ImageWorkers } from './media/image-workers.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DiskRoom } from './disk/disk-room.ts';
import type { Secrets } from './secrets.ts';
import type { Dns } from './outgoing/dns.ts';
import type { PlatformStripe, Provider } from './stripe/client.ts';
import type { Sites } from './hosts/sites.ts';
import type { Looks } from './views/looks.ts';

export type WorkerName = 'inbox' | 'plans' | 'outbox' | 'reconcile' | 'views' | 'domains' | 'deliveries';

/** Everything that a core of ours may use; handed in, never imported. */
export type Context = {
  config: Config;
  secrets: Secrets;
  db: Db;
  /** For the provider's events alone: they get through while everything else waits. */
  reservedDb: Db;
  /** Whether the database is there. */
  pulse: Pulse;
  mode: Mode;
  /** The provider as the platform sees it. */
  stripe: PlatformStripe;
  /** The provider on one seller's account. */
  sellerStripe: Provider['sellerStripe'];
  /** Limits the reads of this process at Stripe; every copy of the context shares it. */
  stripeLimiter: QuestionGate;
  /** Where a seller's dashboard at the provider is. */
  dashboardUrl: (accountId: string) => string;
  /** The business clock (trials, periods, orders): the sandbox's in sandbox mode. */
  now: () => Date;
  /** The real clock: sessions, tokens, limits, caches. */
  realNow: () => Date;
  images: ImageWorkers;
  /** Apart from uploads, so that a storm of the one never delays the other. */
  social: ImageWorkers;
  /** How services of others are asked (captcha, identity providers, SMS). */
  outside: typeof fetch;
  dns: Dns;
  /** Asked before something is saved that can wait. */
  room: DiskRoom;
  /** What answers under which name. */
  sites: Sites;
  /** The sandbox's stand-ins for identity providers, and how they are asked; null where there is no sandbox. */
  standIns: { origin: string; fetch: typeof fetch } | null;
  log: Logger;
  metrics: Metrics;
  /** Who looked at pages, until it is written down. */
  looks: Looks;
  /** Wakes a worker; the rows are the truth, this only saves waiting. */
  ring: (worker: WorkerName) => void;
  /** Whether this process has more to do than it can: what may be asked again in a second is sent away. */
  isLate: () => boolean;
  /** Long before that: who works on much already takes on no more. */
  isBehind: () => boolean;
  /** Resolves when this process has heard of every change of pages that was committed before. */
  caughtUp: () => Promise<void>;
};
