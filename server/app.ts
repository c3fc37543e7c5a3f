import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Hono } from 'hono';
import type { Logger } from 'pino';

import { openSandbox, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';

import type { Config } from './config.ts';
import type { Context, WorkerName } from './context.ts';
import type { Database } from './db/client.ts';
import { ENDLESS_ROOM, type DiskRoom } from './disk/disk-room.ts';
import { QuestionGate } from './ledger/question-gate.ts';
import { openDoors } from './mount-doors.ts';
import type { RenderMail } from './mail/outbox-worker.ts';
import { openImageWorkers } from './media/image-workers.ts';
import { Metrics } from './metrics/metrics.ts';
import { watchShop } from './metrics/shop-gauges.ts';
import { openWorkers, settle } from './open-workers.ts';
import { answerFromMemory } from './pages/document-doors.ts';
import { KeptDocuments } from './pages/kept-documents.ts';
import type { RenderPages } from './pages/seller-pages.ts';
import { Sites } from './hosts/sites.ts';
import { turnAwayCrowd } from './http/crowd.ts';
import { watchLoop, type LoopWatch } from './http/loop-watch.ts';
import { openDns, type Dns } from './outgoing/dns.ts';
import { atPace, type Pace } from './reconcile/pace.ts';
import type { Secrets } from './secrets.ts';
import { openProvider, type Provider, type StripeHooks } from './stripe/client.ts';
import { dashboardUrlOf } from './stripe/dashboard-url.ts';
import { alertKeyRefused } from './stripe/key-alarm.ts';
import { openRemoteClock } from './stripe/remote-clock.ts';
import { Looks } from './views/looks.ts';
import { answerLooks } from './views/look-door.ts';
import type { Worker } from './worker.ts';

/** Memory limit of the social-image worker: drawing text runs three WebAssembly programs, more than resizing photos. */
const SOCIAL_MEMORY = 600 * 1024 * 1024;

/** Exports of the built React Router entry (`app/entry.shop.tsx`). */
export type PagesEntry = {
  render: RenderPages;
  /** Without it, mail stays in the outbox. */
  renderMail?: RenderMail;
};

export type ShopParts = {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Logger;
  /** File in which the sandbox keeps its state; null keeps it in memory. Unused with real Stripe or a remote sandbox. */
  sandboxFile: string | null;
  /** Null: the server has no documents, only machine endpoints. */
  pagesEntry: PagesEntry | null;
  /** Routes of the built client files; omitted when another server (Vite) serves them. */
  files?: Hono;
  dev?: boolean;
  realNow?: () => Date;
  /** `fetch` for calls to external services; defaults to the global one. */
  outside?: typeof fetch;
  /** Defaults to a guard that never reports a full disk. */
  room?: DiskRoom;
  /** Defaults to a client of the configured name servers. */
  dns?: Dns;
  /** Wraps the in-process sandbox API, so that tests can inject network faults. */
  aroundProvider?: (next: Sandbox['api']) => Sandbox['api'];
  /** Wraps the delivery of sandbox events to this app, for the same purpose. */
  aroundEvents?: (next: Deliver) => Deliver;
  /** Rate of background requests to Stripe; omitted: the default rate. */
  pace?: Pace;
  /** Defaults to a monitor of this process's event loop. */
  loop?: LoopWatch;
  /** Milliseconds by which the sandbox clock advances on its own. */
  sandboxTime?: () => number;
};

type Deliver = NonNullable<SandboxOptions['deliver']>;

export type RunningShop = {
  context: Context;
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Answers a request from memory before any other handler; returns false when `fetch` must answer it. */
  answerFromMemory: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** All registered routes, so that tests can check every one. */
  routes: readonly { method: string; path: string }[];
  /** The in-process Stripe sandbox; null when Stripe is elsewhere. */
  sandbox: Sandbox | null;
  workers: Record<WorkerName, Worker>;
  /** Resolves when no event is in flight and no worker has due work. */
  settled: () => Promise<void>;
  /** Makes `/readyz` answer 503, so that load balancers stop routing here. Requests are still answered. */
  leave: () => void;
  /** Stops the workers; resolves when running work has ended. */
  rest: () => Promise<void>;
  close: () => Promise<void>;
};

/** Composition root. Everything that differs between a server and a test is an option. */
export function openShop(parts: ShopParts): RunningShop {
  const { config, secrets, database, log, realNow = () => new Date() } = parts;
  const sandbox = sandboxIn(parts, (request) => opened.fetch(request));
  const { sites, kept } = memories(parts, realNow);
  const remoteClock = config.sandboxUrl ? openRemoteClock(config.sandboxUrl, realNow, log) : null;
  const loop = parts.loop ?? watchLoop(() => database.pools?.().shared.waiting ?? 0);
  const api = sandbox && (parts.aroundProvider?.(sandbox.api) ?? sandbox.api);
  const stripeLimiter = new QuestionGate();
  const hooks: StripeHooks = {
    onKeyRefused: (refusal) => void alertKeyRefused(context, refusal),
    onRateLimited: () => stripeLimiter.slowDown(),
  };
  const context: Context = {
    config,
    secrets,
    ...handlesOf(database),
    mode: config.mode,
    ...metered(config, api, hooks),
    stripeLimiter,
    dashboardUrl: dashboardUrlOf(config),
    now: sandbox?.now ?? remoteClock?.now ?? realNow,
    realNow,
    ...pictureWorkers(),
    ...outsideOf(parts, sandbox),
    log,
    sites,
    ...roomIn(parts),
    ring: (name) => workers[name].ring(),
    ...hurryOf(loop),
    caughtUp: () => kept.caughtUp(),
  };
  watchShop({ context, database, kept });
  const workers = openWorkers(
    context,
    calmer(context, api, parts, hooks),
    parts.pagesEntry?.renderMail ?? null,
  );
  const others = [sandbox, remoteClock, context.images, context.social, kept, context.room, loop, database];
  const { isLeaving, ...steps } = stepsToTheEnd(Object.values(workers), others);
  const opened = openDoors({ context, parts, kept, sandbox, isClosing: isLeaving });
  return {
    ...opened,
    context,
    answerFromMemory: parts.dev ? () => false : atOnce(context, kept),
    sandbox,
    workers,
    settled: () => settle(sandbox, workers, kept),
    ...steps,
  };
}

const handlesOf = ({ db, reserved, pulse }: Database): Pick<Context, 'db' | 'reservedDb' | 'pulse'> => ({
  db,
  reservedDb: reserved,
  pulse,
});

/** Caches that a database notification invalidates: the sites by host and the rendered pages. */
function memories({ config, database }: ShopParts, realNow: () => Date) {
  const now = () => realNow().getTime();
  const sites = new Sites({ ...database, config, now });
  return { sites, kept: new KeptDocuments(database, now, sites) };
}

const hurryOf = ({ isLate, isBehind }: LoopWatch) => ({ isLate, isBehind });

const outsideOf = (
  { config, dns, outside = fetch }: ShopParts,
  sandbox: Sandbox | null,
): Pick<Context, 'outside' | 'dns' | 'standIns'> => ({
  outside,
  dns: dns ?? openDns(config.reach.dnsServers),
  standIns: standInsOf(config, sandbox, outside),
});

const roomIn = ({ log, room = ENDLESS_ROOM }: ShopParts): Pick<Context, 'room' | 'looks'> => ({
  room,
  looks: new Looks(log, room),
});

const pictureWorkers = (): Pick<Context, 'images' | 'social'> => ({
  images: openImageWorkers({ size: 2 }),
  social: openImageWorkers({ size: 1, memory: SOCIAL_MEMORY }),
});

function atOnce(context: Context, kept: KeptDocuments): RunningShop['answerFromMemory'] {
  const [document, look, crowd] = [
    answerFromMemory(context, kept),
    answerLooks(context),
    turnAwayCrowd(context),
  ];
  return (request, response) =>
    document(request, response) || look(request, response) || crowd(request, response);
}

/** Metrics and the Stripe clients whose calls they measure. */
function metered(
  config: Config,
  api: Sandbox['api'] | null,
  hooks: StripeHooks,
): Pick<Context, 'metrics'> & Provider {
  const metrics = new Metrics();
  return { metrics, ...openProvider(config, { api, metrics, ...hooks }) };
}

/** Copy of the context whose Stripe calls are rate-limited, for background work. */
function calmer(
  context: Context,
  api: Sandbox['api'] | null,
  { config, pace }: ShopParts,
  hooks: StripeHooks,
): Context {
  const { metrics } = context;
  return { ...context, ...openProvider(config, { api, metrics, around: atPace(pace), ...hooks }) };
}

type Closable = { close: () => Promise<void> | void };

/** Shutdown in order: workers first, then the other resources one by one, the database last. */
function stepsToTheEnd(workers: readonly Closable[], others: readonly (Closable | null)[]) {
  let [hasLeft, closed]: [boolean, Promise<void> | null] = [false, null];
  const closeInOrder = async () => {
    for (const part of [...workers, ...others]) await part?.close();
  };
  return {
    isLeaving: () => hasLeft,
    leave: () => void (hasLeft = true),
    rest: async () => void (await Promise.all(workers.map(async (worker) => worker.close()))),
    close: () => {
      hasLeft = true;
      return (closed ??= closeInOrder());
    },
  };
}

/** Opens the Stripe sandbox in this process when it is configured; its events arrive through the webhook routes. */
function sandboxIn(parts: ShopParts, fetchHere: RunningShop['fetch']): Sandbox | null {
  const { config, secrets, sandboxFile, aroundEvents, sandboxTime } = parts;
  if (config.mode !== 'sandbox' || config.sandboxUrl) return null;
  const endpoint = (scope: 'platform' | 'connect') => ({
    url: `${config.appUrl}/webhooks/stripe/${scope}`,
    secret: secrets.webhooks[scope],
    scope,
  });
  const deliver: Deliver = async (url, init) => fetchHere(new Request(url, init));
  return openSandbox({
    file: sandboxFile,
    origin: config.appUrl,
    receiver: config.reach.ownMachine,
    endpoints: [endpoint('platform'), endpoint('connect')],
    deliver: aroundEvents?.(deliver) ?? deliver,
    ...(sandboxTime && { realTime: sandboxTime }),
  });
}

/** Mock identity providers: those of the in-process sandbox, or of a shared remote one. */
function standInsOf(config: Config, sandbox: Sandbox | null, outside: typeof fetch): Context['standIns'] {
  if (sandbox) return { origin: config.appUrl, fetch: sandbox.identity };
  return config.sandboxUrl === null ? null : { origin: config.sandboxUrl, fetch: outside };
}
