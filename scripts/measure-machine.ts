import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

const CONNECTIONS = 32;
const PIPELINED = 16;
const DURATION_MS = 2000;
const SERVER = `require('node:http').createServer((_, response) => response.end('ok'))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
const REQUESTS = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(PIPELINED);

/** Measures the speed of this machine: requests per second of a bare `node:http` server. */
export async function measureMachine(): Promise<string> {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const answers = await countAnswers(Number(port.toString()));
    const rate = Math.round(answers / (DURATION_MS / 1000) / 1000) * 1000;
    return `This machine: a bare node:http server answers ${rate.toLocaleString('en-US')} small requests a second`;
  } finally {
    server.kill('SIGKILL');
  }
}

/** Keeps `CONNECTIONS` sockets busy with pipelined requests and counts the responses. */
async function countAnswers(port: number): Promise<number> {
  let answers = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let open = PIPELINED;
    socket.on('data', (data) => {
      const received = data.toString('latin1').split('HTTP/1.1 200').length - 1;
      answers += received;
      open -= received;
      if (open > 0) return;
      open = PIPELINED;
      socket.write(REQUESTS);
    });
    socket.write(REQUESTS);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, DURATION_MS));
  for (const socket of sockets) socket.destroy();
  return answers;
}
