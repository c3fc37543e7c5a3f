import { Webhook } from 'standardwebhooks';

export type Signed = { id: string; at: Date; body: string };

/** Headers of Standard Webhooks. With several secrets, a receiver that knows one of them can verify the event. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): [string, string][] {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1000))],
    ['webhook-signature', signatures.join(' ')],
  ];
}

const SHOWN = 'v1,'.length + 6;

/** Shortens signatures for the log: enough to distinguish them, too little to reuse. */
export const shortened = (headers: readonly [string, string][]): [string, string][] =>
  headers.map(([name, value]) => [
    name,
    name === 'webhook-signature'
      ? value
          .split(' ')
          .map((one) => `${one.slice(0, SHOWN)}…`)
          .join(' ')
      : value,
  ]);
