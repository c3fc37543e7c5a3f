/** A DNS server on this machine. Used by tests only. */
import { createSocket } from 'node:dgram';

import { decode, encode, type Answer, type Packet } from 'dns-packet';

import { atTheEnd } from './testing-ends.ts';

/** Records of a name. */
export type Zone = { A?: string[]; AAAA?: string[]; TXT?: string[]; CNAME?: string[] };
type Kind = keyof Zone;

/** Failure instead of an answer. `truncated`: tells the client to retry by TCP, which is closed. */
type Trouble = 'silent' | 'servfail' | 'refused' | 'truncated';

export type NameServer = {
  /** Value for DNS_SERVERS. */
  address: string;
  /** Replaces the records of a name. Several zones are served one after another; the last one stays. */
  set: (name: string, ...turns: Zone[]) => void;
  remove: (name: string) => void;
  /** Null: answers again. Name '*': applies to every question. */
  trouble: (name: string, trouble: Trouble | null) => void;
  /** All questions so far, such as 'pay.example.com TXT'. */
  asked: string[];
};

const RCODES: Record<string, number> = { servfail: 2, nxdomain: 3, refused: 5 };
const AUTHORITATIVE_TRUNCATED = 0x0200;
const TTL_S = 300;
const MOST_STEPS = 12;
/** Maximum bytes of one string of a TXT record. */
const TXT_PIECE = 255;

/** A DNS server whose records can be changed while it runs. Closed after the test or the tests that share it. */
export async function openNameServer(): Promise<NameServer> {
  const zones = new Map<string, Zone[]>();
  const troubles = new Map<string, Trouble>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const packet = decode(message);
    const question = packet.questions?.[0];
    if (!question) return;
    const name = question.name.toLowerCase();
    asked.push(`${name} ${question.type}`);
    const trouble = troubles.get('*') ?? troubles.get(name);
    if (trouble === 'silent') return;
    const answers = trouble ? [] : answersTo(zones, name, question.type as Kind);
    const code = RCODES[trouble ?? (zones.has(name) ? '' : 'nxdomain')] ?? 0;
    const flags = 0x0180 | code | (trouble === 'truncated' ? AUTHORITATIVE_TRUNCATED : 0);
    const answer: Packet = { type: 'response', id: packet.id ?? 0, flags, questions: [question], answers };
    socket.send(encode(answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  atTheEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, ...turns) => void zones.set(name.toLowerCase(), turns),
    remove: (name) => void zones.delete(name.toLowerCase()),
    trouble: (name, trouble) => void (trouble ? troubles.set(name, trouble) : troubles.delete(name)),
    asked,
  };
}

/** Follows CNAMEs like a resolver. */
function answersTo(zones: Map<string, Zone[]>, asked: string, kind: Kind): Answer[] {
  const answers: Answer[] = [];
  let name = asked;
  for (let step = 0; step < MOST_STEPS; step++) {
    const turns = zones.get(name) ?? [];
    const zone = (turns.length > 1 ? turns.shift() : turns[0]) ?? {};
    const [leadsTo] = kind === 'CNAME' ? [] : (zone.CNAME ?? []);
    if (leadsTo === undefined)
      return [...answers, ...(zone[kind] ?? []).map((data) => answer(name, kind, data))];
    answers.push(answer(name, 'CNAME', leadsTo));
    name = leadsTo.toLowerCase();
  }
  return answers;
}

function answer(name: string, type: Kind, data: string): Answer {
  if (type !== 'TXT') return { name, type, ttl: TTL_S, data };
  const pieces = data.match(new RegExp(`[^]{1,${TXT_PIECE}}`, 'g')) ?? [''];
  return { name, type, ttl: TTL_S, data: pieces.map((piece) => Buffer.from(piece)) };
}
