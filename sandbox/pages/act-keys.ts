import { html } from 'hono/html';
import { nothing } from './layout.ts';

type ButtonMarkup = ReturnType<typeof html>;
/** Button labels by action name. */
export type ActionLabels = Record<string, string>;

/** Renders small buttons side by side; each accessible label names the action and its object. */
export const actionButtons = (action: string, subject: string, labels: ActionLabels): ButtonMarkup => {
  const entries = Object.entries(labels);
  if (entries.length === 0) return nothing;
  return html`<form class="inline" method="post" action="${action}">
    ${entries.map(
      ([name, label]) =>
        html`<button class="quiet slim" name="act" value="${name}" aria-label="${label}: ${subject}">${label}</button>`,
    )}
  </form>`;
};
