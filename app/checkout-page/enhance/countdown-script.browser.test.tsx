import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';

test("shows the end of a countdown in the buyer's time zone", async () => {
  const inZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  await inZone('America/New_York');
  onTestFinished(async () => void (await inZone('')));
  document.body.innerHTML =
    '<div class="co-count"><time datetime="2026-11-30T17:00:00Z">Monday, 30 November 2026 at 17:00 UTC</time></div>';
  await import('./countdown-script.ts');
  expect(document.querySelector('time')?.textContent).toBe('Monday, 30 November 2026 at 12:00, your time');
});
