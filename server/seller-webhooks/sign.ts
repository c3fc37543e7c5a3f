import { Webhook } from 'standardwebhooks';

export type Signed = { id: string; at: Date; body: string };

/** The headers of Standard Webhooks; with several secrets whoever has one of them can verify. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): [string, string][] {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1000))],
    ['webhook-signature', signatures.join(' ')],
  ];
}

const SHOWN = 'v1,'.length + 6;

/** The same for the log: enough of a signature to tell it from others. */
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
