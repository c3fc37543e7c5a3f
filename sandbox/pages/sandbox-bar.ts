import { html } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** The app that uses this sandbox, for the links to it. */
export type SandboxApp = { name: string; homeUrl: string; mailUrl: string };

type SandboxBarProps = {
  app: SandboxApp | null;
  /** Origin of the sandbox's pages; empty on the sandbox's own pages. */
  origin?: string;
  /** Path of the page that shows the bar. */
  path: string;
  hasReceiver: boolean;
};

/** Finds the entry of a page: a dashboard belongs to the list of accounts, a receiver to the list of receivers. */
const findSection = (path: string): string => {
  const [section = ''] = path
    .replace(/^\/sandbox/, '')
    .split('/')
    .filter(Boolean);
  return section === 'dashboard' ? '' : section;
};

/** The sandbox's own navigation, above every simulated page. On a narrow screen it scrolls sideways. */
export const sandboxBar = ({ app, origin = '', path, hasReceiver }: SandboxBarProps): Markup => {
  const section = findSection(path);
  const entries = [
    { section: '', label: 'Dashboard', url: `${origin}/sandbox` },
    ...(app ? [{ section: 'mail', label: 'Mail', url: app.mailUrl }] : []),
    { section: 'clock', label: 'Clock', url: `${origin}/sandbox/clock` },
    { section: 'cards', label: 'Test cards', url: `${origin}/sandbox/cards` },
    ...(hasReceiver ? [{ section: 'receiver', label: 'Receivers', url: `${origin}/sandbox/receiver` }] : []),
    { section: 'conditions', label: 'Conditions', url: `${origin}/sandbox/conditions` },
  ];
  return html`<nav class="sandbox-bar" aria-label="Sandbox">
    ${app && html`<a class="sandbox-bar__app" href="${app.homeUrl}"><span aria-hidden="true">←</span> ${app.name}</a>`}
    <span class="sandbox-bar__tag">Sandbox</span>
    ${entries.map((entry) => html`<a href="${entry.url}" ${entry.section === section ? html`aria-current="true"` : ''}>${entry.label}</a>`)}
  </nav>`;
};
