import { writeFileSync } from 'node:fs';

import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints a dot for each passed test and the errors of each failure. Writes the counts to the file in `REPORT`. */
export default class CountingReporter implements Reporter {
  private passed = 0;
  private failed = 0;
  private readonly times: [title: string, ms: number][] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const title = test.titlePath().filter(Boolean).join(' › ');
    this.times.push([title, result.duration]);
    if (result.status === 'passed' && test.expectedStatus === 'passed') {
      this.passed += 1;
      process.stdout.write('.');
      return;
    }
    // A skipped test counts as failed.
    this.failed += 1;
    const errors = result.errors.map(({ stack, message }) => stack ?? message).join('\n');
    process.stdout.write(`\n${title} (${result.status})\n${errors}\n`);
  }

  onError(error: { message?: string; stack?: string }): void {
    this.failed += 1;
    process.stdout.write(`\n${error.stack ?? error.message}\n`);
  }

  onEnd(_result: FullResult): void {
    const { passed, failed, times } = this;
    if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify({ passed, failed, times }));
  }
}
