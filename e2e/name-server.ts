import { createSocket } from 'node:dgram';

import { decode, encode, type Answer } from 'dns-packet';

/** What stands under a name. */
export type Records = { A?: string; TXT?: string; CNAME?: string };
type Kind = keyof Records;

/** A name server on this machine, whose records can be changed while it runs: the registrar of a journey. */
export type NameServer = {
  /** As DNS_SERVERS takes it. */
  address: string;
  records: Map<string, Records>;
  stop: () => void;
};

const KNOWN = 0x0580;
const UNKNOWN = 0x0583;

/** What a resolver says: through a CNAME to what stands behind it. */
function answersTo(records: NameServer['records'], name: string, kind: Kind): Answer[] {
  const { CNAME: next, ...here } = records.get(name) ?? {};
  const answer = (type: Kind, data: string): Answer => ({ name, type, ttl: 60, data });
  if (next === undefined) {
    const data = kind === 'CNAME' ? undefined : here[kind];
    return data === undefined ? [] : [answer(kind, data)];
  }
  return [answer('CNAME', next), ...(kind === 'CNAME' ? [] : answersTo(records, next, kind))];
}

export async function startNameServer(): Promise<NameServer> {
  const records: NameServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    const answers = answersTo(records, name, question.type as Kind);
    const flags = records.has(name) ? KNOWN : UNKNOWN;
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, records, stop: () => socket.close() };
}
