/** A DNS server on this machine. Used by tests only. */
import { createSocket } from 'node:dgram';

import { decode, encode, type Answer, type Packet } from 'dns-packet';

import { onTestEnd } from './cleanup.ts';

/** Records of a name. */
export type Zone = { A?: string[]; AAAA?: string[]; TXT?: string[]; CNAME?: string[] };
type RecordType = keyof Zone;

/** Failure instead of an answer. `truncated`: makes the client retry by TCP, which is closed. */
type DnsFailure = 'silent' | 'servfail' | 'refused' | 'truncated';

export type NameServer = {
  /** Value for DNS_SERVERS. */
  address: string;
  /** Replaces the records of a name. Several zones are served one after another; the last one stays. */
  set: (name: string, ...sequence: Zone[]) => void;
  remove: (name: string) => void;
  /** Null: answers again. Name '*': applies to every question. */
  setFailure: (name: string, setFailure: DnsFailure | null) => void;
  /** All questions so far, such as 'pay.example.com TXT'. */
  questions: string[];
};

const RCODES: Record<string, number> = { servfail: 2, nxdomain: 3, refused: 5 };
const AUTHORITATIVE_TRUNCATED = 0x0200;
const TTL_S = 300;
const MAX_CNAME_STEPS = 12;
/** Maximum bytes of one string of a TXT record. */
const TXT_STRING_BYTES = 255;

/** A DNS server whose records can be changed while it runs. Closed after the test or the tests that share it. */
export async function openNameServer(): Promise<NameServer> {
  const zones = new Map<string, Zone[]>();
  const failures = new Map<string, DnsFailure>();
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const packet = decode(message);
    const question = packet.questions?.[0];
    if (!question) return;
    const name = question.name.toLowerCase();
    questions.push(`${name} ${question.type}`);
    const failure = failures.get('*') ?? failures.get(name);
    if (failure === 'silent') return;
    const answers = failure ? [] : answersFor(zones, name, question.type as RecordType);
    const code = RCODES[failure ?? (zones.has(name) ? '' : 'nxdomain')] ?? 0;
    const flags = 0x0180 | code | (failure === 'truncated' ? AUTHORITATIVE_TRUNCATED : 0);
    const answer: Packet = { type: 'response', id: packet.id ?? 0, flags, questions: [question], answers };
    socket.send(encode(answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, ...sequence) => void zones.set(name.toLowerCase(), sequence),
    remove: (name) => void zones.delete(name.toLowerCase()),
    setFailure: (name, failure) => void (failure ? failures.set(name, failure) : failures.delete(name)),
    questions,
  };
}

/** Follows CNAMEs like a resolver. */
function answersFor(zones: Map<string, Zone[]>, queryName: string, recordType: RecordType): Answer[] {
  const answers: Answer[] = [];
  let name = queryName;
  for (let step = 0; step < MAX_CNAME_STEPS; step++) {
    const sequence = zones.get(name) ?? [];
    const zone = (sequence.length > 1 ? sequence.shift() : sequence[0]) ?? {};
    const [target] = recordType === 'CNAME' ? [] : (zone.CNAME ?? []);
    if (target === undefined)
      return [...answers, ...(zone[recordType] ?? []).map((data) => answer(name, recordType, data))];
    answers.push(answer(name, 'CNAME', target));
    name = target.toLowerCase();
  }
  return answers;
}

function answer(name: string, type: RecordType, data: string): Answer {
  if (type !== 'TXT') return { name, type, ttl: TTL_S, data };
  const strings = data.match(new RegExp(`[^]{1,${TXT_STRING_BYTES}}`, 'g')) ?? [''];
  return { name, type, ttl: TTL_S, data: strings.map((text) => Buffer.from(text)) };
}
