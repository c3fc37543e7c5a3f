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

const TIMEOUT_MESSAGES: Record<RequestStage, (details: FailureDetails) => string> = {
  name: ({ host, seconds }) => `The address of ${host} could not be found within ${seconds} seconds.`,
  connection: ({ seconds }) => `There was no connection within ${seconds} seconds.`,
  answer: ({ seconds }) => `There was no complete answer within ${seconds} seconds.`,
};

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was cut before the answer was complete.',
  EPIPE: 'The connection was cut before everything was sent.',
  EHOSTUNREACH: 'There is no way to this address.',
  ENETUNREACH: 'There is no way to this address.',
  EADDRNOTAVAIL: 'There is no way to this address.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not signed by an authority that is known.',
  UNABLE_TO_GET_ISSUER_CERT: 'Its certificate is not signed by an authority that is known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate is not signed by an authority that is known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its certificate cannot be verified: the ones between it and an authority may not be sent along.',
  EPROTO: 'It does not speak TLS as we do.',
  HPE_HEADER_OVERFLOW: 'The head of its answer is too long.',
};

function messageFor(code: string, details: FailureDetails): string {
  if (code === 'ETIMEDOUT') return TIMEOUT_MESSAGES[details.stage](details);
  if (code === 'ENOTFOUND') return `The name ${details.host} has no address.`;
  if (details.stage === 'name') return `The name servers gave no answer about ${details.host}.`;
  const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  if (message) return message;
  if (code.startsWith('HPE_')) return 'What came back is not an answer in HTTP.';
  if (code.startsWith('ERR_SSL_')) return 'It does not speak TLS as we do.';
  return `There was no answer (${code}).`;
}
