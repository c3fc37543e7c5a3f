import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Returns a free loopback port below the range that the system uses for outgoing connections. */
export async function findFreePort(): Promise<number> {
  // Browsers block port 10080.
  const port = randomInt(10_081, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : findFreePort();
}
