const failed: string[] = [];

/** Runs a check and prints its result; `runCheck` throws when it fails. */
export async function check(title: string, runCheck: () => string | Promise<string>): Promise<void> {
  try {
    const actual = await runCheck();
    console.log(`  ok    ${title}${actual && `: ${actual}`}`);
  } catch (error) {
    failed.push(title);
    console.log(`  FAIL  ${title}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws when the values differ; returns the value as text. */
export function assertEqual(actual: unknown, expected: unknown): string {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualJson !== expectedJson) throw new Error(`${actualJson} instead of ${expectedJson}`);
  return String(actual);
}

/** Retries until it succeeds or the timeout ends, then throws the last error. */
export async function retryUntil<T>(timeoutMs: number, runCheck: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await runCheck();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Exit code: 1 when any check failed. */
export function reportResult(): 0 | 1 {
  console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join('; ')}`);
  return failed.length === 0 ? 0 : 1;
}
