import type { Logger } from 'pino';

import type { Mode } from '#domain/payment-mode.ts';

import type { PageViewBuffer } from '../analytics/page-view-buffer.ts';
import type { authenticate, requireStepUp } from '../auth/authenticate.ts';
import type { Db } from '../db/client.ts';
import type { DbHealth } from '../db/db-health.ts';
import type { DownloadStreams } from '../delivery/download-streams.ts';
import type { FileStore } from '../delivery/file-store.ts';
import type { SiteRegistry } from '../domains/site-registry.ts';
import type { RateLimitCache } from '../http/rate-limits.ts';
import type { ImageWorkers } from '../images/image-worker-pool.ts';
import type { Dns } from '../outgoing/dns.ts';
import type { PlatformStripe, StripeClients } from '../stripe/client.ts';
import type { StripeLimiter } from '../stripe/stripe-limiter.ts';
import type { Caches } from './caches.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets.ts';

export type WorkerName =
  | 'inbox'
  | 'plans'
  | 'outbox'
  | 'reconcile'
  | 'views'
  | 'revenue'
  | 'domains'
  | 'deliveries'
  | 'fonts'
  | 'entitlements'
  | 'files';

/** An alert by email: what happened, its details and what to do. `key` identifies it, so that it is sent once. */
export type OperatorAlert = { key: string; what: string; detail: string; remedy: string };

/** Dependencies of the server modules (dependency injection). */
export type Context = {
  config: Config;
  secrets: Secrets;
  db: Db;
  /** Separate connections for Stripe events only, so that events get through while other queries wait. */
  reservedDb: Db;
  dbHealth: DbHealth;
  mode: Mode;
  /** Stripe client of the platform account. */
  stripe: PlatformStripe;
  /** Stripe client of one seller's connected account. */
  sellerStripe: StripeClients['sellerStripe'];
  /** Limits the reads of this process at Stripe; every copy of the context shares it. */
  stripeLimiter: StripeLimiter;
  /** URL of a seller's dashboard at Stripe. */
  dashboardUrl: (accountId: string) => string;
  /** The business clock (trials, periods, orders): the sandbox's in sandbox mode. */
  now: () => Date;
  /** The system clock: sessions, tokens, rate limits, caches. */
  realNow: () => Date;
  /** Identifies the font files that this build makes; see `getFontFormat`. */
  fontFormat: string;
  imageWorkers: ImageWorkers;
  /** Workers for social images, separate from uploads so that one load never delays the other. */
  socialImageWorkers: ImageWorkers;
  /** `fetch` for external services (CAPTCHA, identity providers, SMS). */
  externalFetch: typeof fetch;
  dns: Dns;
  /** Contents of the files that pages deliver. */
  files: FileStore;
  /** Downloads that this process is sending. */
  downloadStreams: DownloadStreams;
  /** Sites by host name. */
  sites: SiteRegistry;
  /** Mock identity providers of the sandbox and the `fetch` that reaches them; null without a sandbox. */
  mockProviders: { origin: string; fetch: typeof fetch } | null;
  log: Logger;
  /** Queues an alert by email, once per key; returns true if it is new. */
  alertOperator: (db: Db, alert: OperatorAlert) => Promise<boolean>;
  authenticate: typeof authenticate;
  requireStepUp: typeof requireStepUp;
  metrics: Metrics;
  rateLimitCache: RateLimitCache;
  /** Page views that are not written to the database yet. */
  pageViewBuffer: PageViewBuffer;
  caches: Caches;
  /** Wakes a worker. The database rows are the queue; waking only saves polling time. */
  wake: (worker: WorkerName) => void;
  /** Resolves when this process has received every page change that was committed before the call. */
  waitForReplication: () => Promise<void>;
};
