const missed: string[] = [];

/** Runs a check and prints its result; `runCheck` throws when it fails. */
export async function check(title: string, look: () => string | Promise<string>): Promise<void> {
  try {
    const seen = await look();
    console.log(`  ok    ${title}${seen && `: ${seen}`}`);
  } catch (error) {
    missed.push(title);
    console.log(`  MISS  ${title}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws when the values differ; returns the value as text. */
export function is(seen: unknown, wanted: unknown): string {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} instead of ${other}`);
  return String(seen);
}

/** Retries until it succeeds or the timeout ends, then throws the last error. */
export async function eventually<T>(patienceMs: number, look: () => T | Promise<T>): Promise<T> {
  const late = Date.now() + patienceMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > late) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Exit code: 1 when any check failed. */
export function verdict(): 0 | 1 {
  console.log(missed.length === 0 ? '\nEverything holds' : `\nMissed: ${missed.join('; ')}`);
  return missed.length === 0 ? 0 : 1;
}
