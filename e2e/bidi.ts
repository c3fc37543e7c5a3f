import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Firefox's strict mode: blocks third-party cookies and trackers. */
const PREFERENCES = {
  'network.cookie.cookieBehavior': 1,
  'privacy.trackingprotection.enabled': true,
  'browser.contentblocking.category': 'strict',
};
const LISTENS = /listening on (ws:\S+)/;
const PATIENCE_MS = 30_000;

type Answer = { id?: number; type: string; message?: string; result?: unknown };
type Context = { context: string; url: string; children?: Context[] };

/** A stock Firefox that is driven through WebDriver BiDi. */
export type Firefox = {
  open: (url: string) => Promise<void>;
  /** The URL of the window. */
  url: () => Promise<string>;
  /** Evaluates an expression in the window, or in its first frame, with user activation. Returns its string value. */
  evaluate: (expression: string, where?: 'top' | 'frame') => Promise<string>;
  close: () => Promise<void>;
};

/** Waits for Firefox to print its WebSocket URL. */
function addressOf(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [firefox.stdout, firefox.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, address] = LISTENS.exec(said) ?? [];
        if (address) resolve(address);
      });
    firefox.once('exit', () => reject(new Error(`Firefox ended:\n${said}`)));
    firefox.once('error', reject);
    setTimeout(() => reject(new Error(`Firefox does not listen:\n${said}`)), PATIENCE_MS).unref();
  });
}

/** Opens the WebSocket; `send` resolves with the result of a command. */
async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox does not answer')));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, message, result }) =>
        type === 'error' ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, close: () => socket.close() };
}

export async function openFirefox(command: string): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'tillwright-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const firefox = spawn(
    command,
    ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile],
    {
      env: { ...process.env, HOME: profile },
    },
  );
  const { send, close } = await connect(await addressOf(firefox));
  await send('session.new', { capabilities: {} });
  const window = async (): Promise<Context> => {
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: Context[] };
    if (!contexts[0]) throw new Error('Firefox has no window');
    return contexts[0];
  };
  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', {
        context: (await window()).context,
        url,
        wait: 'complete',
      })),
    url: async () => (await window()).url,
    evaluate: async (expression, where = 'top') => {
      const top = await window();
      const context = where === 'top' ? top.context : top.children?.[0]?.context;
      const target = { context };
      const asked = { expression, target, awaitPromise: true, userActivation: true };
      const { result } = (await send('script.evaluate', asked)) as { result?: { value?: string } };
      return result?.value ?? '';
    },
    close: async () => {
      close();
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
