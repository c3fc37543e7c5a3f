import { parseHTML } from 'linkedom';

export type Page = {
  /** The final URL, after redirects. */
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  document: Document;
};

type Fields = Record<string, string | readonly string[] | false>;

const MAX_REDIRECTS = 10;

/** A browser without script: cookies, redirects, documents and forms. Each visitor has its own cookie jar. */
export class Visitor {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #send: typeof fetch;
  readonly #cookies = new Map<string, string>();

  /** `send` sends the requests. Pass one for hosts that DNS does not resolve. */
  constructor(origin: string, headers: Record<string, string> = {}, send: typeof fetch = fetch) {
    this.#origin = origin;
    this.#headers = headers;
    this.#send = send;
  }

  /** Sends one request without following redirects. */
  async request(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#origin);
    const headers = new Headers({ accept: 'text/html', ...this.#headers });
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    if (this.#cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await this.#send(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie);
    return response;
  }

  /** Opens a URL and follows its redirects. Throws after MAX_REDIRECTS. */
  async open(address: string | URL, init: RequestInit = {}): Promise<Page> {
    let url = new URL(address, this.#origin);
    let response = await this.request(url, init);
    for (let count = 0; response.status >= 300 && response.status < 400; count += 1) {
      if (count === MAX_REDIRECTS) throw new Error(`Too many redirects at ${url.href}`);
      await response.body?.cancel();
      url = new URL(response.headers.get('location') ?? '', url);
      const keepsMethod = response.status === 307 || response.status === 308;
      response = await this.request(url, keepsMethod ? init : {});
    }
    const html = await response.text();
    const { document } = parseHTML(html);
    return { url, status: response.status, headers: response.headers, html, document };
  }

  /**
   * Submits a form as a browser does, with its values, the changes in `fields` (false omits a field, like an unchecked
   * checkbox) and the clicked button's name and value. `button` is the button's name or a part of its text.
   */
  submit(page: Page, formSelector: string, fields: Fields = {}, button?: string): Promise<Page> {
    const form = page.document.querySelector(formSelector);
    if (!form) throw new Error(`No form ${formSelector} on ${page.url.href}`);
    const data = readFormValues(page, form);
    for (const [name, value] of Object.entries(fields)) {
      data.delete(name);
      if (value === false) continue;
      for (const one of Array.isArray(value) ? value : [value]) data.append(name, String(one));
    }
    const clickedButton = button === undefined ? null : findButton(page, form, button);
    const buttonName = clickedButton?.getAttribute('name');
    if (buttonName) data.append(buttonName, clickedButton?.getAttribute('value') ?? '');
    const action = clickedButton?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    const url = new URL(action || page.url.href, page.url);
    const method = (clickedButton?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase();
    if (method === 'post') {
      const headers = { origin: page.url.origin, 'sec-fetch-site': 'same-origin' };
      return this.open(url, { method: 'POST', body: data, headers });
    }
    url.search = data.toString();
    return this.open(url);
  }

  #storeCookie(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (attributes.some((each) => /^\s*max-age=0\s*$/i.test(each))) this.#cookies.delete(name.trim());
    else this.#cookies.set(name.trim(), value);
  }
}

/** The controls of a form: those inside it, and those that name it in their `form` attribute. */
const listControls = (page: Page, form: Element, selector: string): Element[] =>
  [...page.document.querySelectorAll(selector)].filter((control) => {
    const owner = control.getAttribute('form');
    return owner === null ? form.contains(control) : owner !== '' && owner === form.getAttribute('id');
  });

function findButton(page: Page, form: Element, nameOrText: string): Element {
  const buttons = listControls(page, form, 'button, input[type=submit]');
  const match = buttons.find(
    (button) => button.textContent?.includes(nameOrText) || button.getAttribute('name') === nameOrText,
  );
  if (!match) throw new Error(`No button ${nameOrText}`);
  return match;
}

/** The values that a browser submits without a clicked button. */
function readFormValues(page: Page, form: Element): URLSearchParams {
  const data = new URLSearchParams();
  for (const field of listControls(page, form, 'input, select, textarea')) {
    const name = field.getAttribute('name');
    if (!name || field.hasAttribute('disabled')) continue;
    const type = field.getAttribute('type') ?? 'text';
    if (['submit', 'button', 'image', 'reset', 'file'].includes(type)) continue;
    if ((type === 'checkbox' || type === 'radio') && !field.hasAttribute('checked')) continue;
    if (field.tagName === 'SELECT') {
      const options = [...field.querySelectorAll('option')];
      const selected = options.find((option) => option.hasAttribute('selected')) ?? options[0];
      data.append(name, selected?.getAttribute('value') ?? selected?.textContent ?? '');
    } else if (field.tagName === 'TEXTAREA') data.append(name, field.textContent ?? '');
    else data.append(name, field.getAttribute('value') ?? (type === 'checkbox' ? 'on' : ''));
  }
  return data;
}

/** The text of the first match with collapsed whitespace, or null. */
export const getText = (page: Page, selector: string): string | null =>
  page.document.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? null;
