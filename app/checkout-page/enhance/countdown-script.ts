/**
 * Script of countdowns: shows the remaining time by the server's clock and the end in the visitor's time zone. At the
 * end the page reloads once. Without script the end is shown as text only.
 */
import { countdownMessages as messages } from '#content/messages/countdown.ts';

import { CLOCK_UNITS, splitRemainingTime, formatCount, getUnitText } from './remaining-time.ts';

const RETRY_MS = 5000;
/** Random delay that spreads the reloads of many visitors. */
const MAX_RELOAD_JITTER_MS = 2500;
const MINUTE_MS = 60_000;

/** With reduced motion the stylesheet hides the seconds. */
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

const FIELD_SELECTOR = '.co :is(input:not([type=hidden]), select, textarea)';

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected && !option.defaultSelected && option.index > 0);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Returns whether the visitor has used the form; then the page does not reload by itself. */
const isTouched = (): boolean =>
  Boolean(document.activeElement?.closest('.co form, .co input')) ||
  document.querySelector('.co [aria-busy]') !== null ||
  [...document.querySelectorAll(FIELD_SELECTOR)].some(isChanged);

/** Shows a date in the visitor's time zone and language. */
function showLocalTime(time: HTMLTimeElement) {
  const { language } = navigator;
  time.lang = language;
  time.textContent = new Date(time.dateTime).toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' });
  time.after(messages.localTime);
}

/** Returns the server time relative to `performance.now()`, which the visitor cannot change; null if there is no response. */
async function fetchClockOffset(clockUrl: string): Promise<number | null> {
  try {
    const startedAt = performance.now();
    const answer = await fetch(clockUrl, { signal: AbortSignal.timeout(RETRY_MS) });
    const serverTime = Number(await answer.text());
    return answer.ok && serverTime > 0 ? serverTime - (startedAt + performance.now()) / 2 : null;
  } catch {
    return null;
  }
}

function renderClock(clock: HTMLElement, ms: number) {
  for (const [index, count] of splitRemainingTime(ms).entries()) {
    const unitName = CLOCK_UNITS[index];
    const [countElement, unitElement] = clock.children[index]?.children ?? [];
    const text = formatCount(count, index);
    if (!unitName || !countElement || !unitElement || countElement.textContent === text) continue;
    countElement.textContent = text;
    unitElement.textContent = getUnitText(count, unitName);
  }
  delete clock.dataset.state;
}

function showEnd(container: HTMLElement, wasRunning: boolean) {
  const after = container.querySelector<HTMLElement>('[data-part=after]');
  const changes = container.dataset.end !== 'nothing';
  if (changes && wasRunning && !isTouched()) {
    setTimeout(() => location.reload(), 500 + Math.random() * MAX_RELOAD_JITTER_MS);
    return;
  }
  for (const line of container.children) if (line instanceof HTMLElement) line.hidden = line !== after;
  if (after) after.hidden = after.textContent === '';
  if (changes) container.append(...createUpdateNotice());
}

/** Reloads the page by posting the form. The intent orders nothing, and the response keeps the entered values. */
function reloadPage() {
  const form = document.querySelector<HTMLFormElement>('form#pay');
  const intent = form?.querySelector<HTMLInputElement>('[name=intent]');
  if (!form || !intent) return location.reload();
  intent.value = 'refresh';
  form.submit();
}

/** Lets a visitor who has entered something decide when the page reloads. */
function createUpdateNotice() {
  const [notice, button] = [document.createElement('p'), document.createElement('button')];
  notice.role = 'status';
  notice.textContent = messages.changed;
  button.type = 'button';
  button.className = 'co-2nd';
  button.textContent = messages.update;
  button.onclick = reloadPage;
  return [notice, button];
}

function startCountdown(container: HTMLElement, clock: HTMLElement) {
  const until = Number(container.dataset.until);
  const clockUrl = container.dataset.clockUrl ?? '';
  let knownOffset: number | null = null;
  let wasRunning = false;
  let next = 0;
  const syncClock = async () => {
    clearTimeout(next);
    knownOffset = (await fetchClockOffset(clockUrl)) ?? knownOffset;
    clearTimeout(next);
    if (knownOffset === null) next = window.setTimeout(syncClock, RETRY_MS);
    else tick(knownOffset);
  };
  const tick = (clockOffset: number) => {
    const remainingMs = until - (performance.now() + clockOffset);
    if (remainingMs <= 0) {
      document.removeEventListener('visibilitychange', syncWhenVisible);
      renderClock(clock, 0);
      showEnd(container, wasRunning);
      return;
    }
    wasRunning = true;
    renderClock(clock, reducedMotion.matches ? Math.ceil(remainingMs / MINUTE_MS) * MINUTE_MS : remainingMs);
    next = window.setTimeout(tick, remainingMs % 1000 || 1000, clockOffset);
  };
  /** A suspended device also suspends `performance.now()`, so the clock is synchronized again. */
  const syncWhenVisible = () => void (document.hidden || syncClock());
  document.addEventListener('visibilitychange', syncWhenVisible);
  void syncClock();
}

for (const time of document.querySelectorAll<HTMLTimeElement>('.co-count time')) showLocalTime(time);
for (const container of document.querySelectorAll<HTMLElement>('.co-count[data-clock-url]')) {
  const clock = container.querySelector<HTMLElement>('.co-clock');
  if (clock) startCountdown(container, clock);
}
