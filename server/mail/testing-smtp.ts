import { createServer, type Socket } from 'node:net';

import { listening } from '#server/testing-listening.ts';

type Moment = 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** Fault of one conversation at a stage: another response, no response (`hang`) or a closed connection (`drop`). */
export type Fault = { at: Moment; answer: string };

type AwaitedFault = Fault & { reached: () => void };

export type TestSmtp = {
  url: string;
  /** All messages that were received completely, whatever was answered. */
  received: { to: string; message: string }[];
  /** Sets the faults of the next conversations, one each; resolves when the last of them has occurred. */
  fail: (...faults: Fault[]) => Promise<unknown>;
};

const USUAL: Record<Moment, string> = {
  greeting: '220 mail.test',
  MAIL: '250 sender',
  RCPT: '250 recipient',
  DATA: '354 go on',
  message: '250 taken',
};

/** Mock mail server on a free port, closed when its test ends. */
export async function openSmtp(): Promise<TestSmtp> {
  const received: TestSmtp['received'] = [];
  const faults: AwaitedFault[] = [];
  const server = createServer((socket) => {
    converse(socket, faults.shift(), received);
  });
  const { port } = await listening(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    fail: (...more) =>
      Promise.all(more.map((fault) => new Promise<void>((reached) => faults.push({ ...fault, reached })))),
  };
}

function converse(socket: Socket, fault: AwaitedFault | undefined, received: TestSmtp['received']): void {
  let unread = '';
  let to = '';
  let inMessage = false;

  function answer(at: Moment): void {
    const said = fault?.at === at ? fault.answer : USUAL[at];
    if (said === 'drop') socket.destroy();
    else if (said !== 'hang') socket.write(`${said}\r\n`);
    if (fault?.at === at) fault.reached();
    if (at === 'DATA') inMessage = said.startsWith('3');
  }

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'MAIL' || verb === 'RCPT' || verb === 'DATA') answer(verb);
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 mail.test\r\n');
  }

  socket.on('data', (bytes) => {
    unread += bytes.toString();
    for (;;) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(end);
      if (at < 0) return;
      const piece = unread.slice(0, at);
      unread = unread.slice(at + end.length);
      if (!inMessage) {
        command(piece);
        continue;
      }
      inMessage = false;
      received.push({ to, message: piece });
      answer('message');
    }
  });
  answer('greeting');
}
