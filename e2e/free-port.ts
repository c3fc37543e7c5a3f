import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A free loopback port, below the range from which the system takes ports for outgoing connections. */
export async function freePort(): Promise<number> {
  // Browsers refuse 10080.
  const port = randomInt(10_081, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
