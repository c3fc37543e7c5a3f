import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** `sandbox`: origin of the sandbox pages. */
export type FrameOptions = { sandbox: string; notice: string };

const STYLE = `
.letter {
  width: 100%;
  height: 780px;
  border: 1px solid var(--line);
  border-radius: 8px;
  resize: vertical;
}
.plain {
  white-space: pre-wrap;
  font:
    14px/1.55 ui-monospace,
    SFMono-Regular,
    Menlo,
    monospace;
}
.find {
  grid-template-columns: minmax(0, 360px) auto;
  align-items: end;
  justify-content: start;
}
.find input {
  min-height: 36px;
  padding: 5px 10px;
  font-size: 14px;
}
.facts tr:first-child > * {
  border-top: 0;
}
.facts td {
  white-space: normal;
}
.facts th {
  width: 1%;
  white-space: nowrap;
  vertical-align: top;
}
`;

/** Layout of the sandbox's mail pages; it uses the style sheet of the sandbox. */
export const renderPage = (title: string, { sandbox, notice }: FrameOptions, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="${sandbox}/sandbox/style.css" />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header class="banner"><strong>Sandbox – mail to sellers and buyers.</strong> ${notice}</header>
        <main class="wide">${body}</main>
      </body>
    </html>`;

export const NOT_FOUND_BODY = html`<section class="sheet">
  <h1>Not found</h1>
  <p>There is no such mail. <a href="/sandbox/mail">All mail</a></p>
</section>`;

/** Shown to requests from any other machine. */
export const remoteBody = (port: number): Markup =>
  html`<section class="sheet">
    <h1>Only on its own machine</h1>
    <p>
      Mail holds links that open accounts, so this page is shown to nobody but those who sit at the machine that runs
      the shop. From elsewhere, bring its port to your own machine and keep that window open:
    </p>
    <pre class="plain" tabindex="0">ssh -L ${port}:localhost:${port} you@the-machine</pre>
    <p>Then open <code>http://localhost:${port}/sandbox/mail</code> in your browser.</p>
  </section>`;
