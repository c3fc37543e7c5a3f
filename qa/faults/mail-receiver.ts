/** A mail server that accepts everything and counts how often each email arrived. */
import { createServer, type Socket } from 'node:net';

export type MailReceiver = {
  /** The URL for SMTP_URL. */
  url: string;
  /** Complete deliveries of each email, by Message-ID. */
  received: ReadonlyMap<string, number>;
  /** Withholds the reply to the next emails; resolves when this many have arrived. */
  withholdReplies: (mails: number) => Promise<void>;
  /** Sends the withheld replies. */
  release: () => void;
  /** Whether no client is connected. */
  isQuiet: () => boolean;
  close: () => void;
};

const ANSWERS: Record<string, string> = {
  EHLO: '250 till.example',
  MAIL: '250 sender',
  RCPT: '250 recipient',
};

export async function startMailReceiver(): Promise<MailReceiver> {
  const received = new Map<string, number>();
  const sockets = new Set<Socket>();
  const waitingSockets: Socket[] = [];
  let repliesToWithhold = 0;
  let resolveWithheld: () => void = () => undefined;

  function receive(socket: Socket, message: string): void {
    const id = /^Message-ID:\s*<([^>]+)>/im.exec(message)?.[1] ?? 'none';
    received.set(id, (received.get(id) ?? 0) + 1);
    if (repliesToWithhold === 0) return void socket.write('250 taken\r\n');
    waitingSockets.push(socket);
    repliesToWithhold -= 1;
    if (repliesToWithhold === 0) resolveWithheld();
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 till.example\r\n');
    converse(socket, (message) => receive(socket, message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    withholdReplies: (mails) => {
      repliesToWithhold = mails;
      return new Promise((resolve) => (resolveWithheld = resolve));
    },
    release: () => {
      repliesToWithhold = 0;
      for (const socket of waitingSockets.splice(0)) socket.write('250 taken\r\n');
    },
    isQuiet: () => sockets.size === 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function converse(socket: Socket, receive: (message: string) => void): void {
  let unread = '';
  let inMessage = false;

  function obey(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    inMessage = verb === 'DATA';
    socket.write(`${inMessage ? '354 go on' : (ANSWERS[verb] ?? '250 as you wish')}\r\n`);
  }

  socket.on('data', (bytes) => {
    unread += bytes.toString('latin1');
    for (;;) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(end);
      if (at < 0) return;
      const piece = unread.slice(0, at);
      unread = unread.slice(at + end.length);
      if (!inMessage) {
        obey(piece);
        continue;
      }
      inMessage = false;
      receive(piece);
    }
  });
}
