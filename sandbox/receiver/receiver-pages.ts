import { html } from 'hono/html';
import { alert, field, framed, nothing } from '../pages/layout.ts';
import { ANSWERS, MOST_ARRIVALS, type Answer, type Arrival, type Box } from './boxes.ts';
import { checkSignature } from './check-signature.ts';

type Markup = ReturnType<typeof html>;

export const receiverAddress = '/sandbox/receiver';
const banner = html`<strong>Sandbox – a pretend program of a seller.</strong> Nothing leaves this machine.`;
const pathOf = (name: string): string => `${receiverAddress}/of/${name}`;

const words: Record<Answer, { told: string; key: string }> = {
  ok: { told: '200 – taken', key: '200: takes everything' },
  broken: { told: '500 – failed', key: '500: fails' },
  gone: { told: '410 – gone', key: '410: is gone for good' },
  hang: { told: 'no answer', key: 'Hangs: never answers' },
  moved: { told: '302 – sent elsewhere', key: '302: sends elsewhere' },
};

const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Formats JSON with indentation; other text is unchanged. */
const bodyText = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const typeOf = ({ body, method }: Arrival): string => {
  try {
    const told: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof told === 'object' && told !== null && 'type' in told) return String(told.type);
  } catch {
    // The body is not JSON, so it has no type.
  }
  return `${method}, no type`;
};

const verdictMark = (arrival: Arrival, secret: string | null): Markup => {
  if (secret === null) return nothing;
  const verdict = checkSignature(arrival, secret);
  return html`<span class="mark ${verdict.good ? 'good' : 'bad'}">${verdict.words}</span>`;
};

const arrivalSheet = (arrival: Arrival, secret: string | null, isFirst: boolean): Markup =>
  html`<details class="sheet" id="arrival-${arrival.number}" ${isFirst ? 'open' : ''}>
    <summary>
      <code>${typeOf(arrival)}</code>
      <span class="mark ${arrival.answered === 'ok' ? 'good' : 'bad'}">${words[arrival.answered].told}</span>
      ${verdictMark(arrival, secret)} <span class="soft small time">${timeText(arrival.at)}</span>
    </summary>
    ${arrival.rest ? html`<p>It came to <code>/${arrival.rest}</code> below the address.</p>` : nothing}
    <div class="scroll" tabindex="0" role="region" aria-label="Headers of ${arrival.number}">
      <table>
        <tbody>
          ${arrival.headers.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td class="wrap"><code>${value}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <pre
      class="well scroll"
      tabindex="0"
      role="region"
      aria-label="Body of ${arrival.number}"
    ><code>${bodyText(arrival.body)}</code></pre>
    ${arrival.cut ? html`<p class="soft">The rest was not read: it was longer than 64 kB.</p>` : nothing}
  </details>`;

const answerForm = (name: string, { answer }: Box): Markup =>
  html`<form method="post" action="${pathOf(name)}/answer">
    <fieldset>
      <legend>What it answers</legend>
      ${ANSWERS.map(
        (one) =>
          html`<label class="choice"
            ><input type="radio" name="answer" value="${one}" ${one === answer ? 'checked' : ''} />
            ${words[one].key}</label
          >`,
      )}
    </fieldset>
    <button>Answer like this</button>
  </form>`;

const secretForm = (name: string, { secret }: Box, problem?: string): Markup =>
  html`<form method="post" action="${pathOf(name)}/secret">
    ${field({
      name: 'secret',
      label: 'Secret to check signatures with',
      type: 'password',
      hint:
        secret === null
          ? 'Paste the whsec_… of your webhook. It stays in the memory of this sandbox.'
          : 'A secret is set. Paste another one, or leave it empty to forget it.',
      problem,
      attributes: html`autocomplete="off" spellcheck="false"`,
    })}
    <button class="quiet">${secret === null ? 'Check signatures' : 'Change it'}</button>
  </form>`;

type One = { name: string; url: string; box: Box; arrivals: readonly Arrival[]; problem?: string };

/** The page of one receiver: its settings and the received requests. */
export const boxPage = ({ name, url, box, arrivals, problem }: One): Markup =>
  framed(
    `Receiver ${name}`,
    banner,
    html`<div class="head">
        <p><a href="${receiverAddress}">All receivers</a></p>
        <h1>Receiver “${name}”</h1>
        <p class="soft">It stands for a program of your own. Put its address into a webhook of your shop.</p>
        <p><code>${url}</code></p>
      </div>
      <section class="sheet">${answerForm(name, box)}</section>
      <section class="sheet">${secretForm(name, box, problem)}</section>
      <div class="row">
        <h2>What arrived</h2>
        <div class="inline">
          <a class="button quiet slim again" href="${pathOf(name)}">Look again</a>
          ${
            arrivals.length > 0
              ? html`<form method="post" action="${pathOf(name)}/clear">
                  <button class="danger slim">Empty it</button>
                </form>`
              : nothing
          }
        </div>
      </div>
      ${
        arrivals.length === 0
          ? html`<p class="sheet soft">Nothing yet. The newest stands first, ${MOST_ARRIVALS} are kept.</p>`
          : arrivals.map((arrival, place) => arrivalSheet(arrival, box.secret, place === 0))
      }`,
    'middle',
  );

/** The list of all used receivers, with a form to open another one. */
export const receiversPage = (names: readonly { name: string; count: number }[], problem?: string): Markup =>
  framed(
    'Receivers',
    banner,
    html`<div class="head">
        <p><a href="/sandbox">Overview</a></p>
        <h1>Receivers</h1>
        <p class="soft">Each is an address that takes webhooks, shows them, and fails when you tell it to.</p>
      </div>
      ${alert(problem)}
      <form class="sheet" method="get" action="${receiverAddress}">
        ${field({ name: 'name', label: 'Name', value: 'my-program', hint: 'Small letters, digits, hyphens.' })}
        <button>Open it</button>
      </form>
      ${
        names.length === 0
          ? nothing
          : html`<section class="sheet">
              <h2>In use</h2>
              ${names.map(
                ({ name, count }) =>
                  html`<p class="row">
                    <a href="${pathOf(name)}">${name}</a> <span class="soft">${count} arrived</span>
                  </p>`,
              )}
            </section>`
      }`,
  );
