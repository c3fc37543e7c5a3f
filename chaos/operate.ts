import { configFrom } from '../server/config.ts';
import { operatorProof } from '../server/operator/operator-proof.ts';
import { openSecrets } from '../server/secrets.ts';
import type { ShopProcess, World } from './world.ts';

/** What a command of the operator says about a running shop, whichever database it has. */
export async function operate(
  { env }: World,
  { url, port, dataDir }: ShopProcess,
  act: 'events' | 'invariants',
  words: readonly string[],
): Promise<{ text: string; good: boolean }> {
  const secrets = await openSecrets(configFrom({ ...env, PORT: String(port), DATA_DIR: dataDir }));
  const answer = await fetch(`${url}/operator/${act}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${operatorProof(secrets, act, new Date())}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ words }),
  });
  if (!answer.ok) throw new Error(`${act} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { text: string; good: boolean };
}
