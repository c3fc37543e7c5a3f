import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { MINUTE_MS } from '#domain/time-units.ts';

const COUNTERS = {
  http_requests: {
    help: 'Requests by route pattern, method, and status class, without built files and documents served from the page cache',
    labels: ['route', 'method', 'status'],
  },
  events: {
    help: 'Received Stripe events: stored, rejected (invalid signature), foreign (another scope or mode), or failed',
    labels: ['outcome'],
  },
  requests_rate_limited: { help: 'Requests rejected by a rate limit, by limit', labels: ['kind'] },
  requests_shed: {
    help: 'Requests rejected unprocessed because the process was overloaded',
    labels: ['kind'],
  },
  checkouts_started: { help: 'Checkout Sessions created in Stripe', labels: [] },
  deliveries_refused: {
    help: 'Requests for files and private links that were refused, by the code of the error',
    labels: ['reason'],
  },
  orders_paid: { help: 'Orders paid for the first time', labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

const DURATIONS = {
  http_request: {
    help: 'Response time of requests by route pattern',
    labels: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
  event_acknowledgement: {
    help: 'Time from receiving a Stripe event to acknowledging it, after it was committed',
    labels: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  },
  stripe_request: {
    help: 'Duration of each request to Stripe by status class, with 429 separate and failed for no response',
    labels: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  },
} as const satisfies Record<string, { help: string; labels: readonly string[]; buckets: readonly number[] }>;

const RECORDED_GAUGES = {
  invariant_violations: {
    help: 'Invariants violated at the last check by this process; no value if it made none within the last hour',
    maxAgeMs: 65 * MINUTE_MS,
  },
} as const satisfies Record<string, { help: string; maxAgeMs: number }>;

type Counters = typeof COUNTERS;
type Durations = typeof DURATIONS;
type LabelsOf<T extends { labels: readonly string[] }> = Record<T['labels'][number], string>;

const createMap = <A, B>(kinds: Readonly<Record<string, A>>, create: (name: string, kind: A) => B): Map<string, B> =>
  new Map(Object.entries(kinds).map(([name, kind]) => [name, create(name, kind)]));

/** Prefix of all our metrics; standard process metrics have none. */
export const PREFIX = 'tillwright_';

/** Metrics of one app in one process. Labels have few values and never identify people, pages or sellers. */
export class Metrics {
  readonly registry = new Registry();
  readonly #counters: ReadonlyMap<string, Counter>;
  readonly #durations: ReadonlyMap<string, Histogram>;
  readonly #recorded = new Map<string, { metricValue: number; at: number }>();

  constructor() {
    const registers = [this.registry];
    this.#counters = createMap(COUNTERS, (name, { help, labels: labelNames }) => {
      return new Counter({ name: `${PREFIX}${name}_total`, help, labelNames, registers });
    });
    this.#durations = createMap(DURATIONS, (name, { help, labels: labelNames, buckets }) => {
      return new Histogram({
        name: `${PREFIX}${name}_seconds`,
        help,
        labelNames,
        buckets: [...buckets],
        registers,
      });
    });
    for (const [name, { help, maxAgeMs }] of Object.entries(RECORDED_GAUGES))
      this.gauge(PREFIX + name, help, () => {
        const recorded = this.#recorded.get(name);
        return recorded && performance.now() - recorded.at < maxAgeMs ? recorded.metricValue : null;
      });
  }

  /** Records a value, which expires after its `maxAgeMs`. */
  record(name: keyof typeof RECORDED_GAUGES, metricValue: number): void {
    this.#recorded.set(name, { metricValue, at: performance.now() });
  }

  count<N extends keyof Counters>(name: N, labels: LabelsOf<Counters[N]>, amount = 1): void {
    if (amount > 0) this.#counters.get(name)?.inc(labels, amount);
  }

  observeDuration<N extends keyof Durations>(name: N, labels: LabelsOf<Durations[N]>, seconds: number): void {
    this.#durations.get(name)?.observe(labels, seconds);
  }

  /** A gauge that is read at each scrape; null: no value now. */
  gauge(name: string, help: string, read: () => MetricValue | Promise<MetricValue>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const metricValue = await read();
        if (metricValue === null) this.remove();
        else this.set(metricValue);
      },
    });
  }

  /** A gauge with one value per label value. */
  labeledGauge(name: string, help: string, label: string, read: () => LabeledValues | Promise<LabeledValues>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [value, metricValue] of Object.entries(await read())) this.set({ [label]: value }, metricValue);
      },
    });
  }

  /** A counter whose value is kept elsewhere. */
  externalCounter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}

export type MetricValue = number | null;
type LabeledValues = Readonly<Record<string, number>>;
