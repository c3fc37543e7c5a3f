import { html } from 'hono/html';
import { nothing } from './layout.ts';

type Markup = ReturnType<typeof html>;
/** What a key is called by what it has done. */
export type Acts = Record<string, string>;

/** Small keys side by side, each telling what it does to what. */
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
