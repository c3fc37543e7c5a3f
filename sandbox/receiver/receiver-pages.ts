import { html } from 'hono/html';

import { isJsonObject } from '../core/json.ts';
import { alert, choice, documentPage, field, heading, linkUp, nothing, sheet, type Markup } from '../pages/layout.ts';
import {
  RECEIVER_RESPONSES,
  MAX_REQUESTS,
  type ReceiverResponse,
  type ReceivedRequest,
  type Receiver,
} from './receiver-store.ts';
import { checkSignature } from './verify-signature.ts';

export const RECEIVER_PATH = '/sandbox/receiver';
const BANNER = html`<strong>Sandbox – a pretend program of a seller.</strong> Nothing leaves this machine.`;
export const receiverPath = (name: string): string => `${RECEIVER_PATH}/of/${name}`;

const RESPONSE_LABELS: Record<ReceiverResponse, { resultLabel: string; optionLabel: string }> = {
  ok: { resultLabel: '200 – taken', optionLabel: '200: takes everything' },
  broken: { resultLabel: '500 – failed', optionLabel: '500: fails' },
  gone: { resultLabel: '410 – gone', optionLabel: '410: is gone for good' },
  hang: { resultLabel: 'no answer', optionLabel: 'Hangs: never answers' },
  moved: { resultLabel: '302 – sent elsewhere', optionLabel: '302: sends elsewhere' },
};

const formatTime = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Returns undefined when the text is not JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const signatureBadge = (request: ReceivedRequest, secret: string | null): Markup => {
  if (secret === null) return nothing;
  const check = checkSignature(request, secret);
  return html`<span class="mark ${check.isValid ? 'good' : 'bad'}">${check.message}</span>`;
};

const requestSection = (request: ReceivedRequest, secret: string | null, isFirst: boolean): Markup => {
  const body = new TextDecoder().decode(request.body);
  const payload = parseJson(body);
  const type = isJsonObject(payload) && 'type' in payload ? String(payload['type']) : `${request.method}, no type`;
  return html`<details class="sheet" id="arrival-${request.number}" ${isFirst ? 'open' : ''}>
    <summary>
      <code>${type}</code>
      <span class="mark ${request.response === 'ok' ? 'good' : 'bad'}"
        >${RESPONSE_LABELS[request.response].resultLabel}</span
      >
      ${signatureBadge(request, secret)}
      <span class="soft small time">${formatTime(request.receivedAt)}</span>
    </summary>
    ${request.subpath ? html`<p>It came to <code>/${request.subpath}</code> below the address.</p>` : nothing}
    <div class="scroll" tabindex="0" role="region" aria-label="Headers of ${request.number}">
      <table>
        <tbody>
          ${request.headers.map(
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
      aria-label="Body of ${request.number}"
    ><code>${payload === undefined ? body : JSON.stringify(payload, null, 2)}</code></pre>
    ${request.isTruncated ? html`<p class="soft">The rest was not read: it was longer than 64 kB.</p>` : nothing}
  </details>`;
};

const responseForm = (name: string, { response: selected }: Receiver): Markup =>
  html`<form method="post" action="${receiverPath(name)}/answer">
    <fieldset>
      <legend>What it answers</legend>
      ${RECEIVER_RESPONSES.map((response) =>
        choice('radio', 'answer', response, html`${RESPONSE_LABELS[response].optionLabel}`, response === selected),
      )}
    </fieldset>
    <button>Answer like this</button>
  </form>`;

const secretForm = (name: string, { secret }: Receiver, error?: string): Markup =>
  html`<form method="post" action="${receiverPath(name)}/secret">
    ${field({
      name: 'secret',
      label: 'Secret to check signatures with',
      type: 'password',
      hint:
        secret === null
          ? 'Paste the whsec_… of your webhook. It stays in the memory of this sandbox.'
          : 'A secret is set. Paste another one, or leave it empty to forget it.',
      error,
      attributes: html`autocomplete="off" spellcheck="false"`,
    })}
    <button class="quiet">${secret === null ? 'Check signatures' : 'Change it'}</button>
  </form>`;

type ReceiverPageProps = {
  name: string;
  url: string;
  receiver: Receiver;
  requests: readonly ReceivedRequest[];
  error?: string;
};

/** The page of one receiver: its settings and the received requests. */
export const receiverPage = ({ name, url, receiver, requests, error }: ReceiverPageProps): Markup =>
  documentPage(
    `Receiver ${name}`,
    BANNER,
    html`${heading(`Receiver “${name}”`, {
        above: linkUp(RECEIVER_PATH, 'All receivers'),
        text: 'It stands for a program of your own. Put its address into a webhook of your shop.',
        below: html`<p><code>${url}</code></p>`,
      })}
      <section class="sheet">${responseForm(name, receiver)}</section>
      <section class="sheet">${secretForm(name, receiver, error)}</section>
      <div class="row">
        <h2>What arrived</h2>
        <div class="inline">
          <a class="button quiet slim again" href="${receiverPath(name)}">Look again</a>
          ${
            requests.length > 0
              ? html`<form method="post" action="${receiverPath(name)}/clear">
                  <button class="danger slim">Empty it</button>
                </form>`
              : nothing
          }
        </div>
      </div>
      ${
        requests.length === 0
          ? html`<p class="sheet soft">Nothing yet. The newest stands first, ${MAX_REQUESTS} are kept.</p>`
          : requests.map((request, index) => requestSection(request, receiver.secret, index === 0))
      }`,
    'middle',
  );

/** The list of all used receivers, with a form to open another one. */
export const receiversPage = (names: readonly { name: string; count: number }[], error?: string): Markup =>
  documentPage(
    'Receivers',
    BANNER,
    html`${heading('Receivers', {
        above: linkUp('/sandbox', 'Overview'),
        text: 'Each is an address that takes webhooks, shows them, and fails when you tell it to.',
      })}
      ${alert(error)}
      <form class="sheet" method="get" action="${RECEIVER_PATH}">
        ${field({ name: 'name', label: 'Name', value: 'my-program', hint: 'Small letters, digits, hyphens.' })}
        <button>Open it</button>
      </form>
      ${
        names.length === 0
          ? nothing
          : sheet(
              'In use',
              html`${names.map(
                ({ name, count }) =>
                  html`<p class="row">
                    <a href="${receiverPath(name)}">${name}</a> <span class="soft">${count} arrived</span>
                  </p>`,
              )}`,
            )
      }`,
  );
