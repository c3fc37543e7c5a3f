import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';

/** No connection was made, because we do not send to this address. `userMessage` is a message for the user. */
export class BlockedAddressError extends Error {
  readonly userMessage: string;

  constructor(userMessage: string) {
    super(userMessage);
    this.name = 'BlockedAddressError';
    this.userMessage = userMessage;
  }
}

/** How far a request came before it failed. */
export type RequestStage = 'name' | 'connection' | 'answer';

type FailureDetails = { stage: RequestStage; host: string; address: string | null; seconds: number };

/** There was no complete response. `address` is the IP address of the connection or attempt; null before that. */
export class OutgoingError extends Error {
  readonly code: string;
  readonly userMessage: string;
  readonly address: string | null;

  constructor(code: string, details: FailureDetails, cause?: unknown) {
    const userMessage = messageFor(code, details);
    super(userMessage, { cause });
    this.name = 'OutgoingError';
    this.code = code;
    this.userMessage = userMessage;
    this.address = details.address;
  }
}

const { connection, certificate, host, response, timeout } = webhookFailureMessages;

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: connection.refused,
  ECONNRESET: connection.reset,
  EPIPE: connection.closed,
  EHOSTUNREACH: connection.unreachable,
  ENETUNREACH: connection.unreachable,
  EADDRNOTAVAIL: connection.unreachable,
  CERT_HAS_EXPIRED: certificate.expired,
  CERT_NOT_YET_VALID: certificate.notYetValid,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate.wrongName,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: certificate.untrusted,
  UNABLE_TO_GET_ISSUER_CERT: certificate.untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate.untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate.incomplete,
  EPROTO: connection.tls,
  HPE_HEADER_OVERFLOW: response.headersTooLong,
};

function messageFor(code: string, details: FailureDetails): string {
  if (code === 'ETIMEDOUT') return timeout[details.stage](details);
  if (code === 'ENOTFOUND') return host.unknown(details);
  if (details.stage === 'name') return host.dnsError(details);
  const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  if (message) return message;
  if (code.startsWith('HPE_')) return response.notHttp;
  if (code.startsWith('ERR_SSL_')) return connection.tls;
  return connection.other({ code });
}
