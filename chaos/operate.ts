import { parseConfig } from '../server/config.ts';
import { operatorProof } from '../server/operator/operator-proof.ts';
import { openSecrets } from '../server/secrets.ts';
import type { AppProcess, TestEnv } from './world.ts';

/** What a command of the operator says about a running shop, whichever database it has. */
export async function runOperatorCommand(
  { env }: TestEnv,
  { url, port, dataDir }: AppProcess,
  command: 'events' | 'invariants',
  words: readonly string[],
): Promise<{ text: string; good: boolean }> {
  const secrets = await openSecrets(parseConfig({ ...env, PORT: String(port), DATA_DIR: dataDir }));
  const answer = await fetch(`${url}/operator/${command}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${operatorProof(secrets, command, new Date())}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ words }),
  });
  if (!answer.ok) throw new Error(`${command} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { text: string; good: boolean };
}
