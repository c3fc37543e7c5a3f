/** No connection was made, because we do not send to this address. `userMessage` is a message for the user. */
export class RefusedAddress extends Error {
  readonly words: string;

  constructor(words: string) {
    super(words);
    this.name = 'RefusedAddress';
    this.words = words;
  }
}

/** How far a request came before it failed. */
export type Stage = 'name' | 'connection' | 'answer';

type Circumstances = { stage: Stage; host: string; address: string | null; seconds: number };

/** There was no complete response. `address` is the IP address of the connection or attempt; null before that. */
export class OutgoingFault extends Error {
  readonly code: string;
  readonly words: string;
  readonly address: string | null;

  constructor(code: string, around: Circumstances, cause?: unknown) {
    const words = wordsOf(code, around);
    super(words, { cause });
    this.name = 'OutgoingFault';
    this.code = code;
    this.words = words;
    this.address = around.address;
  }
}

const LATE: Record<Stage, (around: Circumstances) => string> = {
  name: ({ host, seconds }) => `The address of ${host} could not be found within ${seconds} seconds.`,
  connection: ({ seconds }) => `There was no connection within ${seconds} seconds.`,
  answer: ({ seconds }) => `There was no complete answer within ${seconds} seconds.`,
};

const WORDS: Record<string, string> = {
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

function wordsOf(code: string, around: Circumstances): string {
  if (code === 'ETIMEDOUT') return LATE[around.stage](around);
  if (code === 'ENOTFOUND') return `The name ${around.host} has no address.`;
  if (around.stage === 'name') return `The name servers gave no answer about ${around.host}.`;
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (known) return known;
  if (code.startsWith('HPE_')) return 'What came back is not an answer in HTTP.';
  if (code.startsWith('ERR_SSL_')) return 'It does not speak TLS as we do.';
  return `There was no answer (${code}).`;
}
