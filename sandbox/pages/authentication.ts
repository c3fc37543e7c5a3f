import { html } from 'hono/html';
import { page } from './layout.ts';

type PageMarkup = ReturnType<typeof html>;

/** The 3-D Secure page of the simulated bank; `action` receives the answer. */
export const authenticationPage = (action: string, question: PageMarkup): PageMarkup =>
  page(
    '3-D Secure',
    html`<section class="sheet">
      <h1>3-D Secure</h1>
      <p>${question}</p>
      <form method="post" action="${action}">
        <button name="action" value="complete">Complete authentication</button>
        <button class="quiet" name="action" value="decline">Decline authentication</button>
      </form>
    </section>`,
  );
