import { STATUS_CODES } from 'node:http';

import { WEBHOOK_ANSWER_BYTES, WEBHOOK_TIMEOUT_MS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';
import type { DueDelivery } from '#server/db/webhook-deliveries.ts';
import { guardedRequest, type GuardedAnswer } from '#server/outgoing/guarded-request.ts';
import { OutgoingFault, RefusedAddress } from '#server/outgoing/outgoing-fault.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { sentText } from './sent-text.ts';
import { signatureHeaders } from './sign.ts';

/** Result of one delivery attempt. `problem` is null when the event was delivered. */
export type Knock = {
  at: Date;
  tookMs: number;
  sent: [name: string, value: string][];
  /** Null if there was no response. */
  answer: GuardedAnswer | null;
  address: string | null;
  problem: string | null;
};

const GONE = 410;

export async function knock(context: Context, delivery: DueDelivery): Promise<Knock> {
  const at = context.realNow();
  const begun = performance.now();
  const message = messageOf(context, delivery, at);
  const knocked = (rest: Pick<Knock, 'answer' | 'address' | 'problem'>): Knock => ({
    at,
    tookMs: Math.round(performance.now() - begun),
    sent: message?.headers ?? [],
    ...rest,
  });
  if (!message) return knocked({ answer: null, address: null, problem: UNREADABLE_SECRET });
  if (endsNowhere(delivery)) return knocked({ answer: null, address: null, problem: NEVER_ENDED });
  try {
    const answer = await guardedRequest(context, {
      ...message,
      url: delivery.url,
      method: 'POST',
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      maxBytes: WEBHOOK_ANSWER_BYTES,
    });
    return knocked({ answer, address: answer.address, problem: problemOf(answer) });
  } catch (error) {
    return knocked({ answer: null, ...faultOf(context, error, delivery) });
  }
}

/** Number of process crashes during a delivery after which it fails. */
const MOST_UNENDED = 3;
export const endsNowhere = ({ unended }: DueDelivery): boolean => unended >= MOST_UNENDED;
const NEVER_ENDED = 'We could not send it: several tries did not come to an end.';

export const isGone = ({ answer }: Knock): boolean => answer?.status === GONE;

const UNREADABLE_SECRET = 'The secret of this webhook cannot be read any more. Make a new one.';

function faultOf({ log }: Context, error: unknown, { id }: DueDelivery): Pick<Knock, 'address' | 'problem'> {
  const isFault = error instanceof OutgoingFault;
  if (!isFault && !(error instanceof RefusedAddress)) {
    log.error({ err: error, delivery: id }, 'a webhook could not be sent');
    return { address: null, problem: 'We could not send it.' };
  }
  log.info({ delivery: id, reason: isFault ? error.code : 'address_refused' }, 'a webhook did not arrive');
  return { address: isFault ? error.address : null, problem: error.words };
}

export const userAgentOf = ({ config }: Context): string =>
  `Tillwright-Webhooks/1 (+${config.appUrl}/developers/webhooks)`;

type Message = { headers: [name: string, value: string][]; body: string };

function messageOf(context: Context, delivery: DueDelivery, at: Date): Message | null {
  const { format, messageId: id } = delivery;
  const body = sentText(delivery);
  const usual: Message['headers'] = [
    ['content-type', 'application/json'],
    ['user-agent', userAgentOf(context)],
  ];
  if (format !== 'standard') return { headers: usual, body };
  const secrets = secretsOf(context, delivery, at);
  return secrets && { headers: [...usual, ...signatureHeaders({ id, at, body }, secrets)], body };
}

/** Decrypts the current secret and the old one while it is valid. Null if another AUTH_SECRET encrypted them. */
function secretsOf({ secrets, log }: Context, delivery: DueDelivery, at: Date): string[] | null {
  const { endpointId, sealedSecret, sealedOldSecret, oldSecretUntil } = delivery;
  const old = sealedOldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil;
  try {
    const current = secrets.unseal(sealedSecret, SEALED_CELLS.webhookSecret(endpointId));
    return old
      ? [current, secrets.unseal(sealedOldSecret, SEALED_CELLS.oldWebhookSecret(endpointId))]
      : [current];
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'the secret of a webhook cannot be read');
    return null;
  }
}

function problemOf({ status, headers }: GuardedAnswer): string | null {
  if (status >= 200 && status < 300) return null;
  const name = STATUS_CODES[status];
  const said = `It answered ${status}${name ? ` (${name})` : ''}`;
  if (status === GONE) return `${said}: nothing is wanted there any more.`;
  if (status < 300 || status >= 400) return `${said}.`;
  const to = headers.find(([header]) => header.toLowerCase() === 'location')?.[1];
  return `${said}${to ? ` and led to ${to.slice(0, 200)}` : ''}. Redirects are not followed: use the address at which they end.`;
}
