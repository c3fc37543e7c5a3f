import { createServer, type Socket } from 'node:net';

export type MailSink = {
  url: (user: string, password: string) => string;
  messages: () => string;
  close: () => void;
};

/** A mail server that asks for a password, refuses the first recipient that it is named, and keeps the rest. */
export async function startMailSink(): Promise<MailSink> {
  let kept = '';
  let refused = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let [inMessage, unread] = [false, ''];
    const answer = (line: string): string | null => {
      if (inMessage) {
        kept += `${line}\n`;
        inMessage = line !== '.';
        return inMessage ? null : '250 taken';
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') return '250-mail.test\r\n250 AUTH PLAIN LOGIN';
      if (verb === 'AUTH') return '235 welcome';
      if (verb === 'QUIT') return '221 bye';
      if (verb === 'RCPT' && !refused) return ((refused = true), '450 4.2.1 not now');
      if (verb !== 'DATA') return '250 fine';
      inMessage = true;
      return '354 go on';
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const lines = (unread + chunk.toString('utf8')).split('\r\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        const said = answer(line);
        if (said) socket.write(`${said}\r\n`);
      }
    });
    socket.write('220 mail.test\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: (user, password) => `smtp://${user}:${password}@127.0.0.1:${port}`,
    messages: () => kept.replaceAll('=\n', ''),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
