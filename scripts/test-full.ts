import { buildFolder, node } from '../set-up.mjs';
import type { Step } from './test-runner.ts';

type Options = {
  suite: (project: string, folder: string, env?: Record<string, string>) => Step;
  journeys: (folder: string, env?: Record<string, string>) => Step;
  folder: string;
};

/** Short versions of every fault and load run; each starts its own processes. */
const FAULT_AND_LOAD_RUNS = [
  'chaos/races.ts --rounds 12 --kills 1 --news 1 --within 10000',
  'chaos/webhooks.ts --sessions 60 --kills 1 --deliveries 0 --database embedded --sellers 2',
  'chaos/fuzz.ts --requests 2000 --images 20 --seed 11',
  'chaos/slow.ts --connections 200 --seconds 6 --p99 5000',
  'chaos/soak.ts --minutes 0.12 --rate 30 --database embedded',
  'bench/scale.ts --rows 10000 --calls 1 --plans',
  'bench/scale.ts --processes --seconds 1 --rounds 1 --least 0.4',
  'chaos/cards.ts --seconds 7',
  'chaos/overload.ts --seconds 3 --calm 1 --exact',
  'chaos/limits.ts --short',
  'chaos/database.ts --seconds 10 --looks 60 --writes 8 --restarts kill --blackhole 0 --sellers 2 --exact',
  'chaos/kill9.ts --cycles 3',
  'chaos/deploy.ts --rounds 1 --rate 30',
  'chaos/starts.ts --migrations 1 --folders 2',
  'chaos/disk.ts',
  'chaos/canaries.ts',
  'chaos/restore.ts --orders 30 --before 5 --more 20 --sellers 1 --database embedded',
];

const FULL = { TEST_SCOPE: 'full' };

/** All suites with high counts, both databases, fault and load runs, and all journeys. */
export function fullSteps({ suite, journeys, folder }: Options): Step[] {
  const projects = ['unit', 'sandbox', 'server', 'embedded', 'http', 'components'];
  return [
    ...projects.map((project) => suite(project, folder, FULL)),
    {
      title: 'Fault and load runs',
      commands: FAULT_AND_LOAD_RUNS.map((line) => ({
        command: node(),
        args: line.split(' '),
        env: { BUILD_DIR: buildFolder() },
      })),
      maxConcurrent: 2,
    },
    journeys(folder, FULL),
  ];
}
