import { tryGetContext } from 'hono/context-storage';
import { html } from 'hono/html';

import { invalidRequest } from '../core/api-error.ts';

/** Returns the dashboard path of an account; the platform's account '' has the segment 'platform'. */
export const dashboardPath = (account: string): string => `/sandbox/dashboard/${account || 'platform'}`;

export const accountFromSegment = (segment: string): string => (segment === 'platform' ? '' : segment);

export type Markup = ReturnType<typeof html>;

type Width = 'narrow' | 'middle' | 'wide';

/** Variables of a request to a page; `sandboxBar` is the navigation above the page. */
export type PageVariables = { Variables: { sandboxBar: Markup } };

/** The document of every page: the sandbox's bar, banner, one column, no JavaScript. */
export const documentPage = (title: string, banner: Markup, body: Markup, width: Width = 'narrow'): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="/sandbox/style.css" />
      </head>
      <body>
        ${tryGetContext<PageVariables>()?.var.sandboxBar}
        <header class="banner">${banner}</header>
        <main class="${width}">${body}</main>
      </body>
    </html>`;

const STRIPE_BANNER = html`<strong>Simulated Stripe.</strong> This page isn’t Stripe’s. No real money moves.`;

/** A simulated page of Stripe. */
export const page = (title: string, body: Markup, width?: Width): Markup =>
  documentPage(title, STRIPE_BANNER, body, width);

const TOOL_BANNER = html`<strong>Sandbox.</strong> Everything here is simulated, and no real money moves.`;

/** A page with which the sandbox itself is controlled. */
export const toolPage = (title: string, body: Markup, width?: Width): Markup =>
  documentPage(title, TOOL_BANNER, body, width);

export const nothing = html``;

/** The heading of a page, with content above and below it. */
export const heading = (
  title: string,
  { above = nothing, text, below = nothing }: { above?: Markup; text?: Markup | string; below?: Markup } = {},
): Markup =>
  html`<div class="head">
    ${above}
    <h1>${title}</h1>
    ${text === undefined ? nothing : html`<p class="soft">${text}</p>`} ${below}
  </div>`;

/** The link from a page of the sandbox's own to the page above it. */
export const linkUp = (to: string, label: string): Markup => html`<p><a href="${to}">${label}</a></p>`;

/** A box that says one thing, with an optional link or button below it. */
export const notice = (title: string, text: Markup | string, action = nothing): Markup =>
  html`<section class="sheet">
    <h1>${title}</h1>
    <p>${text}</p>
    ${action}
  </section>`;

/** A labeled field with a hint or an error below it, linked by `aria-describedby`. */
export const field = (input: {
  name: string;
  /** Default: the name. */
  id?: string;
  label: string;
  value?: string;
  type?: string;
  hint?: string;
  error?: string | undefined;
  attributes?: Markup;
}): Markup => {
  const id = input.id ?? input.name;
  const noteId = `${id}-note`;
  const hint = input.error ?? input.hint;
  return html`<div class="field">
    <label for="${id}">${input.label}</label>
    <input
      id="${id}"
      name="${input.name}"
      type="${input.type ?? 'text'}"
      value="${input.value ?? ''}"
      ${hint ? html` aria-describedby="${noteId}"` : nothing}${input.error ? html` aria-invalid="true"` : nothing}
      ${input.attributes ?? nothing}
    />
    ${hint ? html`<p id="${noteId}" class="${input.error ? 'problem' : 'hint'}">${hint}</p>` : nothing}
  </div>`;
};

/** A labeled list of options, given as values with their labels. */
export const selectField = (input: {
  name: string;
  /** Default: the name. */
  id?: string;
  label: string;
  options: readonly (readonly [value: string, label: string | undefined])[];
  selected?: string;
  hint?: string;
  error?: string | undefined;
}): Markup => {
  const { name, id = name, label, options, selected, hint, error } = input;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}" ${hint ? html` aria-describedby="${id}-note"` : nothing}>
      ${options.map(([value, text]) => html`<option value="${value}" ${value === selected ? html` selected` : nothing}>${text}</option>`)}
    </select>
    ${hint ? html`<p id="${id}-note" class="hint">${hint}</p>` : nothing}
    ${error ? html`<p class="problem">${error}</p>` : nothing}
  </div>`;
};

export const choice = (
  type: 'radio' | 'checkbox',
  name: string,
  value: string,
  label: Markup,
  isChecked: boolean,
): Markup =>
  html`<label class="choice">
    <input type="${type}" name="${name}" value="${value}" ${isChecked ? html` checked` : nothing} />
    <span>${label}</span>
  </label>`;

export const alert = (message: string | undefined): Markup =>
  message === undefined ? nothing : html`<p class="alert" role="alert">${message}</p>`;

export const dateText = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Declares the column titles as CSS strings; the style sheet labels each cell with them on a narrow screen. */
export const columnTitles = (columns: readonly string[]): string =>
  columns.map((column, index) => `--column-${index + 1}: ${JSON.stringify(column)}`).join('; ');

/** A table whose rows become cards on a narrow screen. */
export const table = (title: string, columns: string[], rows: Markup[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
    <table class="cards" style="${columnTitles(columns)}">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

/** A box with a heading. */
export const sheet = (title: string, body: Markup): Markup =>
  html`<section class="sheet">
    <h2>${title}</h2>
    ${body}
  </section>`;

/** A titled table, or a sentence when it has no rows. */
export const section = (title: string, columns: string[], rows: Markup[], empty: string): Markup =>
  sheet(title, rows.length === 0 ? html`<p class="soft">${empty}</p>` : table(title, columns, rows));

/** Button labels by action name. */
export type ActionLabels = Record<string, string>;

/** Renders small buttons side by side; each accessible label names the action and its object. */
export const actionButtons = (action: string, subject: string, labels: ActionLabels): Markup => {
  const entries = Object.entries(labels);
  if (entries.length === 0) return nothing;
  return html`<form class="inline" method="post" action="${action}">
    ${entries.map(
      ([name, label]) =>
        html`<button class="quiet slim" name="act" value="${name}" aria-label="${label}: ${subject}">${label}</button>`,
    )}
  </form>`;
};

export const findAction = <T>(actions: Record<string, T>, name: string): T => {
  const action = actions[name];
  if (!action) throw invalidRequest(`There is no action “${name}”. Reload the page and try again.`);
  return action;
};

/** The 3D Secure page of the simulated bank; `action` receives the answer. */
export const authenticationPage = (action: string, question: Markup): Markup =>
  page(
    '3D Secure',
    html`<section class="sheet">
      <h1>3D Secure</h1>
      <p>The simulated bank asks you to confirm that you want to ${question}.</p>
      <form method="post" action="${action}">
        <button name="action" value="complete">Complete authentication</button>
        <button class="quiet" name="action" value="decline">Fail authentication</button>
      </form>
    </section>`,
  );
