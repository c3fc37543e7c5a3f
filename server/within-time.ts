/** Throws when the work takes longer than the timeout. The work is not canceled; its late result is ignored. */
export async function withinTime<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`It did not come to an end within ${patienceMs / 1000} seconds`);
    timer = setTimeout(() => reject(error), patienceMs);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
