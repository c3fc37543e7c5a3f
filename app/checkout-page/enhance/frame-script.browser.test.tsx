import { expect, test, vi } from 'vitest';

const HOST = 'https://blog.example';

/** A message posted to the embedding page, with the origin that may read it. */
type Sent = [message: { tillwright?: number; type?: string }, origin: string];

test('posts messages to the embedding site and to no other', async () => {
  document.body.innerHTML = `<script type="application/json" data-host="${HOST}"></script>
    <main data-order="12" data-state="paid" style="height: 400px"></main>`;
  const post = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined);
  const sent = () => (post.mock.calls as unknown as Sent[]).filter(([{ tillwright }]) => tillwright === 1);
  try {
    await import(/* @vite-ignore */ new URL('./frame-script.ts', import.meta.url).href);
    await expect
      .poll(() => sent().map(([{ type }]) => type))
      .toEqual(expect.arrayContaining(['loaded', 'completed', 'resize']));
    document.dispatchEvent(new Event('checkout-started'));
    expect(sent().at(-1)?.[0]).toEqual({ tillwright: 1, type: 'started' });
    expect(new Set(sent().map(([, origin]) => origin))).toEqual(new Set([HOST]));
    expect(sent().map(([message]) => message)).toContainEqual({
      tillwright: 1,
      type: 'completed',
      order: '12',
      state: 'paid',
    });
  } finally {
    post.mockRestore();
  }
});
