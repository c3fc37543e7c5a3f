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
const LISTENING_LINE = /listening on (ws:\S+)/;
const START_TIMEOUT_MS = 30_000;

type BidiMessage = { id?: number; type: string; message?: string; result?: unknown };
type BrowsingContext = { context: string; url: string; children?: BrowsingContext[] };

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
function waitForWebSocketUrl(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [firefox.stdout, firefox.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, address] = LISTENING_LINE.exec(output) ?? [];
        if (address) resolve(address);
      });
    firefox.once('exit', () => reject(new Error(`Firefox ended:\n${output}`)));
    firefox.once('error', reject);
    setTimeout(() => reject(new Error(`Firefox does not listen:\n${output}`)), START_TIMEOUT_MS).unref();
  });
}

/** Opens the WebSocket; `send` resolves with the result of a command. */
async function connectBidi(address: string) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox does not answer')));
  });
  const pendingCommands = new Map<number, (answer: BidiMessage) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage;
    if (message.id !== undefined) pendingCommands.get(message.id)?.(message);
  });
  let lastId = 0;
  const send = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      pendingCommands.set(lastId, ({ type, message, result }) =>
        type === 'error' ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  return { send, close: () => socket.close() };
}

export async function openFirefox(command: string): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'tillwright-firefox-'));
  const preferenceLines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), preferenceLines.join('\n'));
  const firefox = spawn(command, ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile], {
    env: { ...process.env, HOME: profile },
  });
  const { send, close } = await connectBidi(await waitForWebSocketUrl(firefox));
  await send('session.new', { capabilities: {} });
  const getWindow = async (): Promise<BrowsingContext> => {
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: BrowsingContext[] };
    if (!contexts[0]) throw new Error('Firefox has no window');
    return contexts[0];
  };
  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', {
        context: (await getWindow()).context,
        url,
        wait: 'complete',
      })),
    url: async () => (await getWindow()).url,
    evaluate: async (expression, where = 'top') => {
      const top = await getWindow();
      const context = where === 'top' ? top.context : top.children?.[0]?.context;
      const target = { context };
      const params = { expression, target, awaitPromise: true, userActivation: true };
      const { result } = (await send('script.evaluate', params)) as { result?: { value?: string } };
      return result?.value ?? '';
    },
    close: async () => {
      close();
      const exited = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.kill();
      await exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
