import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

const PAID = '<main class="co-document" data-order="TW-1" data-state="paid"><h1 tabindex="-1">Thank you</h1></main>';

test('removes the entered values from the tab when the order is paid, and not before', async () => {
  const realFetch = window.fetch;
  onTestFinished(() => {
    window.fetch = realFetch;
    sessionStorage.clear();
    document.body.replaceChildren();
  });
  window.fetch = () => Promise.resolve(new Response(PAID));
  sessionStorage.setItem('checkout:taller', '[["email","nora@example.com"]]');
  sessionStorage.setItem('other', 'stays');
  document.body.innerHTML =
    '<main class="co-document" data-again="/success?t=1&polls=1" data-interval="2"><h1>Waiting</h1></main>';
  await import('./poll-result.ts');
  expect(sessionStorage).toHaveLength(2);
  await expect.element(page.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});

test('copies license keys, also of a result that arrived later', async () => {
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => {
    copying.mockRestore();
    document.body.replaceChildren();
  });
  await import('./poll-result.ts');
  document.body.innerHTML = '<button type="button" data-copy="A-1\nB-2" data-copied="Copied">Copy all</button>';
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copying.mock.calls).toEqual([['A-1\nB-2']]);
});
