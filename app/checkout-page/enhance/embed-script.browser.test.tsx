import { expect, onTestFinished, test } from 'vitest';

import { EMBED_SCRIPT_PATH } from '#domain/embedding.ts';

const APP = 'https://checkout.example';

/** Runs the embed script as a site of the app at `APP` would load it. */
async function loadScript(): Promise<void> {
  // The script finds its own element, which loads nothing here.
  document.body.innerHTML = `<script type="text/plain" src="${APP}${EMBED_SCRIPT_PATH}"></script>
    <div data-tillwright="inline" data-page="taller"></div>`;
  const code = await (await fetch(EMBED_SCRIPT_PATH)).text();
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  await import(/* @vite-ignore */ url);
}

test('reports that the buyer has gone to pay, and only from the frame of the app', async () => {
  onTestFinished(() => {
    document.body.innerHTML = '';
    Reflect.deleteProperty(window, 'Tillwright');
  });
  await loadScript();
  await expect.poll(() => document.querySelectorAll('iframe')).toHaveLength(1);
  const frame = document.querySelector('iframe');
  const started: unknown[] = [];
  document.addEventListener('tillwright:started', (event) => void started.push((event as CustomEvent).detail));
  const post = (origin: string, source: Window | null | undefined, data: object) =>
    window.dispatchEvent(new MessageEvent('message', { origin, source: source ?? null, data }));
  const message = { tillwright: 1, type: 'started' };
  post('https://other.example', frame?.contentWindow, message);
  post(APP, window, message);
  post(APP, frame?.contentWindow, { ...message, order: '1' });
  expect(started).toEqual([]);
  post(APP, frame?.contentWindow, message);
  expect(started).toEqual([{ page: 'taller' }]);
});
