import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { UtcTime } from './utc-time.tsx';

test('replaces the server’s format with the reader’s after hydration, without a mismatch', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  onTestFinished(() => void vi.restoreAllMocks());
  const iso = '2026-11-20T14:12:59.000Z';
  const container = document.createElement('div');
  container.innerHTML = `<time dateTime="${iso}" class="num">Nov 20, 2026, 2:12 PM<!-- --> <span class="faint">UTC</span></time>`;
  const onRecoverableError = vi.fn<() => void>();
  await act(() => hydrateRoot(container, <UtcTime iso={iso} />, { onRecoverableError }));
  expect(container.textContent).toBe('20 Nov 2026, 14:12 UTC');
  expect(onRecoverableError).not.toHaveBeenCalled();
});
