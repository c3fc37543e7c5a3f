import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { MetricValue, Metrics } from '../core/metrics.ts';

const RESOLUTION_MS = 10;

/** Registers metrics of the process; call it once. The event-loop lag covers the time since the last scrape. */
export function watchProcess(metrics: Metrics): void {
  watchMemory(metrics);
  watchEventLoop(metrics);
  metrics.externalCounter('process_cpu_user_seconds_total', 'Seconds of a core spent in the program', () =>
    inSeconds(process.cpuUsage().user),
  );
  metrics.externalCounter('process_cpu_system_seconds_total', 'Seconds of a core spent by the system for it', () =>
    inSeconds(process.cpuUsage().system),
  );
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  metrics.gauge('process_start_time_seconds', 'When the process began, in Unix time', () => startedAt);
  metrics.gauge('process_open_fds', 'Open descriptors: files, sockets, pipes', openDescriptors);
}

const inSeconds = (microseconds: number): number => microseconds / 1e6;

/** Null when the operating system does not provide the number. */
async function openDescriptors(): Promise<MetricValue> {
  try {
    // Excludes the descriptor that reads the directory.
    return (await readdir('/proc/self/fd')).length - 1;
  } catch {
    return null;
  }
}

function watchMemory(metrics: Metrics): void {
  const memoryMetrics = [
    ['process_resident_memory_bytes', 'Memory of the process', 'rss'],
    ['nodejs_heap_size_used_bytes', 'Memory of JavaScript in use', 'heapUsed'],
    ['nodejs_heap_size_total_bytes', 'Memory of JavaScript in all', 'heapTotal'],
    ['nodejs_external_memory_bytes', 'Memory of buffers and of WebAssembly', 'external'],
  ] as const;
  for (const [name, help, key] of memoryMetrics) metrics.gauge(name, help, () => process.memoryUsage()[key]);
}

function watchEventLoop(metrics: Metrics): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  /** Lag of the measuring timer. */
  const lag = (percent: number): number => Math.max(0, delays.percentile(percent) / 1e6 - RESOLUTION_MS) / 1000;
  const [p50, p99] = ['nodejs_eventloop_lag_p50_seconds', 'nodejs_eventloop_lag_p99_seconds'];
  metrics.gauge(p50, 'How late the event loop was since this was last read, at the median', () => lag(50));
  metrics.gauge(p99, 'The same of the worst of a hundred', () => {
    const worst = lag(99);
    delays.reset();
    return worst;
  });
}
