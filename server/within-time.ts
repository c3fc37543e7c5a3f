/** Throws when the work takes longer than the timeout. The work is not canceled; its late result is ignored. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`It did not come to an end within ${timeoutMs / 1000} seconds`);
    timer = setTimeout(() => reject(error), timeoutMs);
    timer.unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
