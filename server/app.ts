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

/** Drawing letters takes more than shrinking photos: three programs in WebAssembly. */
const SOCIAL_MEMORY = 600 * 1024 * 1024;

/** What the built routes give us: see app/entry.shop.tsx. */
export type PagesEntry = {
  render: RenderPages;
  /** Left out: mail waits. */
  renderMail?: RenderMail;
};

export type ShopParts = {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Logger;
  /** Where the sandbox keeps its state; null: in memory. Unused with a real or remote provider. */
  sandboxFile: string | null;
  /** Null: the shop answers machines only. */
  pagesEntry: PagesEntry | null;
  /** Built files; left out: whoever asks for them asks somebody else. */
  files?: Hono;
  dev?: boolean;
  realNow?: () => Date;
  /** Left out: the network's. */
  outside?: typeof fetch;
  /** Left out: endless. */
  room?: DiskRoom;
  /** Left out: the name servers of the configuration. */
  dns?: Dns;
  /** Stands between us and the sandbox of this process: where tests put the faults of a network. */
  aroundProvider?: (next: Sandbox['api']) => Sandbox['api'];
  /** The same on the events' way to us. */
  aroundEvents?: (next: Deliver) => Deliver;
  /** Left out: how fast the provider may be asked in the background. */
  pace?: Pace;
  /** Left out: the event loop of this process is watched. */
  loop?: LoopWatch;
  /** What the sandbox's clock goes on by while nobody moves it, in milliseconds. */
  sandboxTime?: () => number;
};

type Deliver = NonNullable<SandboxOptions['deliver']>;

export type RunningShop = {
  context: Context;
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Answers what needs no more than memory, before anything else looks at the request; false when it must go to `fetch`. */
  answerFromMemory: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Every door that is open, so that none can be forgotten. */
  routes: readonly { method: string; path: string }[];
  /** The provider in this process; null when it is elsewhere. */
  sandbox: Sandbox | null;
  workers: Record<WorkerName, Worker>;
  /** Resolves when no event is on its way and nothing waits for a worker. */
  settled: () => Promise<void>;
  /** From now on /readyz sends people elsewhere; everything goes on being answered. */
  leave: () => void;
  /** Begins nothing more by itself; resolves when what was begun has come to its end. */
  rest: () => Promise<void>;
  close: () => Promise<void>;
};

/** Puts the shop together. Everything that differs between a server and a test comes in as a part. */
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

/** What is remembered until the database tells of a change: whose names are, and finished documents. */
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

/** What counts, and the provider, whose answers are counted. */
function metered(
  config: Config,
  api: Sandbox['api'] | null,
  hooks: StripeHooks,
): Pick<Context, 'metrics'> & Provider {
  const metrics = new Metrics();
  return { metrics, ...openProvider(config, { api, metrics, ...hooks }) };
}

/** The same, which asks the provider slowly: for whoever is in no hurry. */
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

/** How a shop ends: what asks others first, one after the other, the database last. */
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

/** The pretend provider in this process, where it is the one; its events come in through the same doors as Stripe's. */
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

/** The pretend identity providers: of this process, or of the sandbox that several share. */
function standInsOf(config: Config, sandbox: Sandbox | null, outside: typeof fetch): Context['standIns'] {
  if (sandbox) return { origin: config.appUrl, fetch: sandbox.identity };
  return config.sandboxUrl === null ? null : { origin: config.sandboxUrl, fetch: outside };
}
