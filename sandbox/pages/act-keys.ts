import { html } from 'hono/html';
import { nothing } from './layout.ts';

type Markup = ReturnType<typeof html>;
/** Button labels by action name. */
export type Acts = Record<string, string>;

/** Renders small buttons side by side; each accessible label names the action and its object. */
export const actKeys = (action: string, about: string, acts: Acts): Markup => {
  const keys = Object.entries(acts);
  if (keys.length === 0) return nothing;
  return html`<form class="inline" method="post" action="${action}">
    ${keys.map(
      ([act, words]) =>
        html`<button class="quiet slim" name="act" value="${act}" aria-label="${words}: ${about}">
          ${words}
        </button>`,
    )}
  </form>`;
};
