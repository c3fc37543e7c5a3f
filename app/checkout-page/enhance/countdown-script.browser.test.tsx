import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';

test("shows the end of a countdown in the buyer's time zone and language", async () => {
  const inZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  await inZone('America/New_York');
  Object.defineProperty(navigator, 'language', { value: 'de-AT', configurable: true });
  onTestFinished(async () => {
    Reflect.deleteProperty(navigator, 'language');
    await inZone('');
  });
  document.body.innerHTML =
    '<p class="co-count">Ends on <time datetime="2026-11-30T17:00:00Z">Monday, November 30, 2026 at 5:00 PM UTC</time></p>';
  await import('./countdown-script.ts');
  expect(document.body.textContent).toBe('Ends on Montag, 30. November 2026 um 12:00, your time');
  expect(document.querySelector('time')?.lang).toBe('de-AT');
});
