import { createServer, type Socket } from 'node:net';

import { listen } from './listening-server.ts';

type SmtpStage = 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** Fault of one conversation at a stage: another response, no response (`hang`) or a closed connection (`drop`). */
export type Fault = { stage: SmtpStage; response: string };

type PendingFault = Fault & { onReached: () => void };

export type TestSmtp = {
  url: string;
  /** All messages that were received completely, whatever was answered. */
  received: { to: string; message: string }[];
  /** Sets the faults of the next conversations, one each; resolves when the last of them has occurred. */
  fail: (...faults: Fault[]) => Promise<unknown>;
};

const DEFAULT_RESPONSES: Record<SmtpStage, string> = {
  greeting: '220 mail.test',
  MAIL: '250 sender',
  RCPT: '250 recipient',
  DATA: '354 go on',
  message: '250 taken',
};

/** Mock mail server on a free port, closed when its test ends. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const received: TestSmtp['received'] = [];
  const faults: PendingFault[] = [];
  const server = createServer((socket) => {
    serveConnection(socket, faults.shift(), received);
  });
  const { port } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    fail: (...added) =>
      Promise.all(added.map((fault) => new Promise<void>((onReached) => faults.push({ ...fault, onReached })))),
  };
}

function serveConnection(socket: Socket, fault: PendingFault | undefined, received: TestSmtp['received']): void {
  let buffer = '';
  let to = '';
  let inMessage = false;

  function respond(stage: SmtpStage): void {
    const response = fault?.stage === stage ? fault.response : DEFAULT_RESPONSES[stage];
    if (response === 'drop') socket.destroy();
    else if (response !== 'hang') socket.write(`${response}\r\n`);
    if (fault?.stage === stage) fault.onReached();
    if (stage === 'DATA') inMessage = response.startsWith('3');
  }

  function handleCommand(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'MAIL' || verb === 'RCPT' || verb === 'DATA') respond(verb);
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 mail.test\r\n');
  }

  socket.on('data', (bytes) => {
    buffer += bytes.toString();
    for (;;) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n';
      const endIndex = buffer.indexOf(end);
      if (endIndex < 0) return;
      const line = buffer.slice(0, endIndex);
      buffer = buffer.slice(endIndex + end.length);
      if (!inMessage) {
        handleCommand(line);
        continue;
      }
      inMessage = false;
      received.push({ to, message: line });
      respond('message');
    }
  });
  respond('greeting');
}
