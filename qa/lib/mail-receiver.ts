/** A mail server that accepts everything, stores it, and counts how often each email arrived. */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { waitUntil } from './sandbox-stripe.ts';

export type MailReceiver = Disposable & {
  /** The URL for SMTP_URL; the password is optional. */
  getUrl: (password?: string) => string;
  /** Complete deliveries of each email, by Message-ID. */
  received: ReadonlyMap<string, number>;
  /** All messages, with soft line breaks of quoted-printable text removed. */
  messages: () => string;
  /** Waits for an email to this address with a code of six digits. */
  readEmailCode: (email: string) => Promise<string>;
  /** Withholds the reply to the next emails; resolves when this many have arrived. */
  withholdReplies: (emails: number) => Promise<void>;
  /** Sends the withheld replies. */
  release: () => void;
  /** Refuses the next recipient for now. */
  refuseNextRecipient: () => void;
  /** Whether no client is connected. */
  isQuiet: () => boolean;
};

const REPLIES: Record<string, string> = {
  EHLO: '250-mail.test\r\n250 AUTH PLAIN LOGIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
  QUIT: '221 bye',
};

export async function startMailReceiver(): Promise<MailReceiver> {
  const received = new Map<string, number>();
  const texts: string[] = [];
  const sockets = new Set<Socket>();
  const waitingSockets: Socket[] = [];
  let repliesToWithhold = 0;
  let refusesNext = false;
  let resolveWithheld: () => void = () => undefined;

  function receive(socket: Socket, message: string): void {
    const id = /^Message-ID:\s*<([^>]+)>/im.exec(message)?.[1] ?? 'none';
    received.set(id, (received.get(id) ?? 0) + 1);
    texts.push(message.replaceAll('=\r\n', ''));
    if (repliesToWithhold === 0) return void socket.write('250 accepted\r\n');
    waitingSockets.push(socket);
    repliesToWithhold -= 1;
    if (repliesToWithhold === 0) resolveWithheld();
  }

  function replyTo(verb: string): string {
    if (verb !== 'RCPT' || !refusesNext) return REPLIES[verb] ?? '250 accepted';
    refusesNext = false;
    return '450 4.2.1 try later';
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 mail.test\r\n');
    readCommands(socket, replyTo, (message) => receive(socket, message));
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const findCode = (email: string): string | undefined =>
    texts.filter((text) => text.includes(`To: ${email}`)).flatMap((text) => codeIn(text) ?? [])[0];
  return {
    getUrl: (password) => `smtp://${password ? `app:${password}@` : ''}127.0.0.1:${port}`,
    received,
    messages: () => texts.join('\n'),
    readEmailCode: async (email) => {
      await waitUntil(`an email to ${email} with a code`, async () => findCode(email) !== undefined);
      return findCode(email) ?? '';
    },
    withholdReplies: (emails) => {
      repliesToWithhold = emails;
      return new Promise((resolve) => (resolveWithheld = resolve));
    },
    release: () => {
      repliesToWithhold = 0;
      for (const socket of waitingSockets.splice(0)) socket.write('250 accepted\r\n');
    },
    refuseNextRecipient: () => (refusesNext = true),
    isQuiet: () => sockets.size === 0,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The first six digits in the plain text of an email, apart from links. */
const codeIn = (message: string): string | undefined => {
  const [, plainText = ''] = /^Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/im.exec(message) ?? [];
  return /\b\d{6}\b/.exec(plainText.replaceAll(/https?:\S+/g, ''))?.[0];
};

function readCommands(socket: Socket, replyTo: (verb: string) => string, onMessage: (message: string) => void): void {
  let message: string[] | null = null;
  createInterface({ input: socket.setEncoding('latin1') }).on('line', (line) => {
    if (message && line !== '.') message.push(line);
    else if (message) {
      onMessage(message.join('\r\n'));
      message = null;
    } else {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') message = [];
      socket.write(`${replyTo(verb)}\r\n`);
      if (verb === 'QUIT') socket.end();
    }
  });
}
