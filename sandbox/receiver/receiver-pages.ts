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
const BANNER = html`<strong>Sandbox: a seller’s simulated app.</strong> Nothing leaves this machine.`;
export const receiverPath = (name: string): string => `${RECEIVER_PATH}/of/${name}`;

const RESPONSE_LABELS: Record<ReceiverResponse, { resultLabel: string; optionLabel: string }> = {
  ok: { resultLabel: '200 OK', optionLabel: '200: accept all requests' },
  broken: { resultLabel: '500 error', optionLabel: '500: fail' },
  gone: { resultLabel: '410 gone', optionLabel: '410: gone permanently' },
  hang: { resultLabel: 'no response', optionLabel: 'Timeout: never respond' },
  moved: { resultLabel: '302 redirect', optionLabel: '302: redirect' },
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
    ${request.subpath ? html`<p>Received at <code>/${request.subpath}</code> below the receiver’s URL.</p>` : nothing}
    <div class="scroll" tabindex="0" role="region" aria-label="Headers of request ${request.number}">
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
      aria-label="Body of request ${request.number}"
    ><code>${payload === undefined ? body : JSON.stringify(payload, null, 2)}</code></pre>
    ${request.isTruncated ? html`<p class="soft">The rest wasn’t read because the body is longer than 64 kB.</p>` : nothing}
  </details>`;
};

const responseForm = (name: string, { response: selected }: Receiver): Markup =>
  html`<form method="post" action="${receiverPath(name)}/answer">
    <fieldset>
      <legend>Response</legend>
      ${RECEIVER_RESPONSES.map((response) =>
        choice('radio', 'answer', response, html`${RESPONSE_LABELS[response].optionLabel}`, response === selected),
      )}
    </fieldset>
    <button>Save response</button>
  </form>`;

const secretForm = (name: string, { secret }: Receiver, error?: string): Markup =>
  html`<form method="post" action="${receiverPath(name)}/secret">
    ${field({
      name: 'secret',
      label: 'Signing secret',
      type: 'password',
      hint:
        secret === null
          ? 'Paste your webhook’s signing secret (whsec_…) to verify signatures. It’s only kept in memory.'
          : 'A signing secret is set. Paste another one to replace it, or leave this empty to remove it.',
      error,
      attributes: html`autocomplete="off" spellcheck="false"`,
    })}
    <button class="quiet">${secret === null ? 'Save signing secret' : 'Change signing secret'}</button>
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
        text: 'This receiver takes the place of your own app. Add a webhook with this URL under Integrations.',
        below: html`<p><code>${url}</code></p>`,
      })}
      <section class="sheet">${responseForm(name, receiver)}</section>
      <section class="sheet">${secretForm(name, receiver, error)}</section>
      <div class="row">
        <h2>Received requests</h2>
        <div class="inline">
          <a class="button quiet slim again" href="${receiverPath(name)}">Refresh</a>
          ${
            requests.length > 0
              ? html`<form method="post" action="${receiverPath(name)}/clear">
                  <button class="danger slim">Delete requests</button>
                </form>`
              : nothing
          }
        </div>
      </div>
      ${
        requests.length === 0
          ? html`<p class="sheet soft">
              No requests yet. The last ${MAX_REQUESTS} requests to all receivers are kept, newest first.
            </p>`
          : requests.map((request, index) => requestSection(request, receiver.secret, index === 0))
      }`,
    'middle',
  );

/** The list of all used receivers, with a form to open another one. */
export const receiversPage = (names: readonly { name: string; count: number }[], error?: string): Markup =>
  documentPage(
    'Webhook receivers',
    BANNER,
    html`${heading('Webhook receivers', {
        text: 'Each receiver has a URL that accepts webhooks, shows them, and can fail on purpose.',
      })}
      ${alert(error)}
      <form class="sheet" method="get" action="${RECEIVER_PATH}">
        ${field({ name: 'name', label: 'Name', value: 'my-app', hint: 'Lowercase letters, digits, and hyphens.' })}
        <button>Open receiver</button>
      </form>
      ${
        names.length === 0
          ? nothing
          : sheet(
              'In use',
              html`${names.map(
                ({ name, count }) =>
                  html`<p class="row">
                    <a href="${receiverPath(name)}">${name}</a>
                    <span class="soft">${count} ${count === 1 ? 'request' : 'requests'}</span>
                  </p>`,
              )}`,
            )
      }`,
  );
