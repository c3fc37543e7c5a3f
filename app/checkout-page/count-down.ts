/**
 * Script of countdowns: shows the remaining time by the server's clock and the end in the visitor's time zone. At the
 * end the page reloads once. Without script the end is shown as text only.
 */
import { CLOCK_PARTS, countdownLeft, countText, unitText } from './countdown-left.ts';

const AGAIN_MS = 5000;
/** Random delay that spreads the reloads of many visitors. */
const SPREAD_MS = 2500;
const MINUTE_MS = 60_000;

/** With reduced motion the stylesheet hides the seconds. */
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const FIELDS = '.co :is(input:not([type=hidden]), select, textarea)';

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(
      (option) => option.selected && !option.defaultSelected && option.index > 0,
    );
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Returns whether the visitor has used the form; then the page does not reload by itself. */
const isTouched = (): boolean =>
  Boolean(document.activeElement?.closest('.co form, .co input')) ||
  document.querySelector('.co [aria-busy]') !== null ||
  [...document.querySelectorAll(FIELDS)].some(isChanged);

/** Shows a date in the visitor's time zone, in the same format. */
function tellLocally(time: HTMLTimeElement) {
  const at = new Date(time.dateTime);
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const text = (parts: Intl.DateTimeFormatOptions) => at.toLocaleString('en-GB', parts);
  time.textContent = `${text(day).replace(' ', ', ').replace(',,', ',')} at ${text(hour)}, your time`;
}

/** Returns the server time relative to `performance.now()`, which the visitor cannot change; null if there is no response. */
async function askClock(door: string): Promise<number | null> {
  try {
    const asked = performance.now();
    const answer = await fetch(door, { signal: AbortSignal.timeout(AGAIN_MS) });
    const there = Number(await answer.text());
    return answer.ok && there > 0 ? there - (asked + performance.now()) / 2 : null;
  } catch {
    return null;
  }
}

function draw(clock: HTMLElement, ms: number) {
  for (const [place, count] of countdownLeft(ms).entries()) {
    const part = CLOCK_PARTS[place];
    const [figure, unit] = clock.children[place]?.children ?? [];
    const text = countText(count, place);
    if (!part || !figure || !unit || figure.textContent === text) continue;
    figure.textContent = text;
    unit.textContent = unitText(count, part);
  }
  delete clock.dataset.state;
}

function showEnd(box: HTMLElement, wasRunning: boolean) {
  const after = box.querySelector<HTMLElement>('[data-part=after]');
  const changes = box.dataset.end !== 'nothing';
  if (changes && wasRunning && !isTouched()) {
    setTimeout(() => location.reload(), 500 + Math.random() * SPREAD_MS);
    return;
  }
  for (const line of box.children) if (line instanceof HTMLElement) line.hidden = line !== after;
  if (after) after.hidden = after.textContent === '';
  if (changes) box.append(...newsOf());
}

/** Reloads the page by posting the form. The intent orders nothing, and the response keeps the entered values. */
function lookAnew() {
  const form = document.querySelector<HTMLFormElement>('form#pay');
  const intent = form?.querySelector<HTMLInputElement>('[name=intent]');
  if (!form || !intent) return location.reload();
  intent.value = 'look';
  form.submit();
}

/** Lets a visitor who has entered something decide when the page reloads. */
function newsOf() {
  const [words, key] = [document.createElement('p'), document.createElement('button')];
  words.role = 'status';
  words.textContent = 'The time is up, and this page has changed. What you typed stays.';
  key.type = 'button';
  key.className = 'co-2nd';
  key.textContent = 'Show the page as it is now';
  key.onclick = lookAnew;
  return [words, key];
}

function run(box: HTMLElement, clock: HTMLElement) {
  const until = Number(box.dataset.until);
  const door = box.dataset.door ?? '';
  let distance: number | null = null;
  let wasRunning = false;
  let next = 0;
  const look = async () => {
    clearTimeout(next);
    distance = (await askClock(door)) ?? distance;
    clearTimeout(next);
    if (distance === null) next = window.setTimeout(look, AGAIN_MS);
    else tick(distance);
  };
  const tick = (away: number) => {
    const left = until - (performance.now() + away);
    if (left <= 0) {
      document.removeEventListener('visibilitychange', lookAgain);
      draw(clock, 0);
      showEnd(box, wasRunning);
      return;
    }
    wasRunning = true;
    draw(clock, calm.matches ? Math.ceil(left / MINUTE_MS) * MINUTE_MS : left);
    next = window.setTimeout(tick, left % 1000 || 1000, away);
  };
  /** A suspended device also suspends `performance.now()`, so the clock is synchronized again. */
  const lookAgain = () => void (document.hidden || look());
  document.addEventListener('visibilitychange', lookAgain);
  void look();
}

for (const time of document.querySelectorAll<HTMLTimeElement>('.co-count time')) tellLocally(time);
for (const box of document.querySelectorAll<HTMLElement>('.co-count[data-door]')) {
  const clock = box.querySelector<HTMLElement>('.co-clock');
  if (clock) run(box, clock);
}
