import { writeFileSync } from 'node:fs';

import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A dot a test, the whole story of each failure, and the counts in the file that `REPORT` names. */
export default class CountingReporter implements Reporter {
  private readonly stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };

  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = result.status === test.expectedStatus ? 'expected' : 'unexpected';
    this.stats[result.status === 'skipped' ? 'skipped' : outcome] += 1;
    process.stdout.write(
      outcome === 'expected'
        ? '.'
        : `\n${test.titlePath().join(' › ')}\n${result.errors.map(({ stack, message }) => stack ?? message).join('\n')}\n`,
    );
  }

  onError(error: { message?: string; stack?: string }): void {
    this.stats.unexpected += 1;
    process.stdout.write(`\n${error.stack ?? error.message}\n`);
  }

  onEnd(_result: FullResult): void {
    if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify({ stats: this.stats }));
  }
}
