import { STATUS_CODES } from 'node:http';

import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';
import { MAX_WEBHOOK_RESPONSE_BYTES, WEBHOOK_TIMEOUT_MS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { guardedRequest, type GuardedResponse } from '#server/outgoing/guarded-request.ts';
import { OutgoingError, BlockedAddressError } from '#server/outgoing/outgoing-error.ts';
import type { DueDelivery } from '#server/webhooks/queries/deliveries.ts';

import { renderRequestBody, createSignatureHeaders } from './webhook-request.ts';

/** Result of one delivery attempt. `problem` is null when the event was delivered. */
export type DeliveryAttempt = {
  at: Date;
  tookMs: number;
  sent: [name: string, value: string][];
  /** Null if there was no response. */
  answer: GuardedResponse | null;
  address: string | null;
  problem: string | null;
};

const GONE = 410;

export async function deliver(context: Context, delivery: DueDelivery): Promise<DeliveryAttempt> {
  const at = context.realNow();
  const startedAt = performance.now();
  const request = buildRequest(context, delivery, at);
  const toAttempt = (outcome: Pick<DeliveryAttempt, 'answer' | 'address' | 'problem'>): DeliveryAttempt => ({
    at,
    tookMs: Math.round(performance.now() - startedAt),
    sent: request?.headers ?? [],
    ...outcome,
  });
  if (!request) return toAttempt({ answer: null, address: null, problem: webhookFailureMessages.secretUnreadable });
  if (hasCrashedTooOften(delivery))
    return toAttempt({ answer: null, address: null, problem: webhookFailureMessages.neverFinished });
  try {
    const answer = await guardedRequest(context, {
      ...request,
      url: delivery.url,
      method: 'POST',
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      maxBytes: MAX_WEBHOOK_RESPONSE_BYTES,
    });
    return toAttempt({ answer, address: answer.address, problem: describeProblem(answer) });
  } catch (error) {
    return toAttempt({ answer: null, ...toFailure(context, error, delivery) });
  }
}

/** Number of process crashes during a delivery after which it fails. */
const MAX_UNFINISHED_TRIES = 3;
export const hasCrashedTooOften = ({ unfinishedTries }: DueDelivery): boolean =>
  unfinishedTries >= MAX_UNFINISHED_TRIES;
export const isGone = ({ answer }: DeliveryAttempt): boolean => answer?.status === GONE;

function toFailure(
  { log }: Context,
  error: unknown,
  { id }: DueDelivery,
): Pick<DeliveryAttempt, 'address' | 'problem'> {
  const isFault = error instanceof OutgoingError;
  if (!isFault && !(error instanceof BlockedAddressError)) {
    log.error({ err: error, delivery: id }, 'webhook_send_failed');
    return { address: null, problem: webhookFailureMessages.notSent };
  }
  log.info({ delivery: id, reason: isFault ? error.code : 'address_refused' }, 'webhook_delivery_failed');
  return { address: isFault ? error.address : null, problem: error.userMessage };
}

export const getUserAgent = ({ config }: Context): string =>
  `Tillwright-Webhooks/1 (+${config.appUrl}/developers/webhooks)`;

type DeliveryRequest = { headers: [name: string, value: string][]; body: string };

function buildRequest(context: Context, delivery: DueDelivery, at: Date): DeliveryRequest | null {
  const { format, messageId: id } = delivery;
  const body = renderRequestBody(delivery);
  const baseHeaders: DeliveryRequest['headers'] = [
    ['content-type', 'application/json'],
    ['user-agent', getUserAgent(context)],
  ];
  if (format !== 'standard') return { headers: baseHeaders, body };
  const secrets = decryptSecrets(context, delivery, at);
  return secrets && { headers: [...baseHeaders, ...createSignatureHeaders({ id, at, body }, secrets)], body };
}

/** Decrypts the current secret and the old one while it is valid. Null if another AUTH_SECRET encrypted them. */
function decryptSecrets({ secrets, log }: Context, delivery: DueDelivery, at: Date): string[] | null {
  const { endpointId, sealedSecret, sealedOldSecret, oldSecretUntil } = delivery;
  const isOldSecretValid = sealedOldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil;
  try {
    const current = secrets.unseal(sealedSecret, SEALED_CELLS.webhookSecret(endpointId));
    return isOldSecretValid
      ? [current, secrets.unseal(sealedOldSecret, SEALED_CELLS.oldWebhookSecret(endpointId))]
      : [current];
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'webhook_secret_unreadable');
    return null;
  }
}

function describeProblem({ status: code, headers }: GuardedResponse): string | null {
  if (code >= 200 && code < 300) return null;
  const { response } = webhookFailureMessages;
  const name = STATUS_CODES[code];
  const status = name ? `${code} (${name})` : String(code);
  if (code === GONE) return response.gone({ status });
  if (code < 300 || code >= 400) return response.status({ status });
  const location = headers.find(([header]) => header.toLowerCase() === 'location')?.[1];
  return location ? response.redirectTo({ status, location: location.slice(0, 200) }) : response.redirect({ status });
}
