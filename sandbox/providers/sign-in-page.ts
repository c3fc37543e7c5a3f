import { html } from 'hono/html';

import { field, documentPage, nothing } from '../pages/layout.ts';
import { providers, type Provider } from './grants.ts';

type Markup = ReturnType<typeof html>;
export type SignInForm = { email: string; name: string; verified: boolean };

const providerPage = (title: string, providerName: string, body: Markup): Markup =>
  documentPage(title, html`<strong>Sandbox – ${providerName}.</strong> Nobody checks who you are.`, body);

const mockName = (provider: Provider): string => `a pretend ${providers[provider]}`;

/** The sign-in form. `action` is the URL of the form; `back` is the host that receives the identity. */
export const signInPage = (
  provider: Provider,
  { action, back, values, error }: { action: string; back: string; values: SignInForm; error?: string },
): Markup => {
  const title = providers[provider];
  return providerPage(
    `Sign in with ${title}`,
    mockName(provider),
    html`<div class="head">
        <h1>Sign in with ${title}</h1>
        <p class="soft">
          ${title} would ask for your password here. The sandbox believes whatever you type and tells it to
          <strong>${back}</strong>.
        </p>
      </div>
      <form class="sheet" method="post" action="${action}" novalidate>
        ${field({
          name: 'email',
          label: 'Email address',
          type: 'email',
          value: values.email,
          error,
          hint: 'The same address is the same person each time.',
          attributes: html`required maxlength="254" autocomplete="email" autofocus`,
        })}
        ${field({ name: 'name', label: 'Name', value: values.name, attributes: html`maxlength="80" autocomplete="name"` })}
        <label class="choice">
          <input type="checkbox" name="verified" value="yes" ${values.verified ? html` checked` : nothing} />
          <span>${title} has confirmed this address</span>
        </label>
        <button name="action" value="continue">Continue</button>
        <button class="quiet" name="action" value="cancel">Cancel</button>
      </form>`,
  );
};

/** Redirects back by a form post, as Apple does. */
export const formPostPage = (provider: Provider, redirectUri: string, fields: Record<string, string>): Markup =>
  providerPage(
    'Back',
    mockName(provider),
    html`<form class="sheet" method="post" action="${redirectUri}">
      <h1>Go back</h1>
      <p>
        ${providers[provider]} sends you back to <strong>${new URL(redirectUri).host}</strong> by itself; here you press
        the key.
      </p>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button autofocus>Continue</button>
    </form>`,
  );

/** The refusal for a user on another machine. `back` is the address to return to, when it is known to be safe. */
export const notLocalPage = (provider: Provider, back: string | null): Markup =>
  providerPage(
    'Only on the machine itself',
    mockName(provider),
    html`<section class="sheet">
      <h1>Only on the machine itself</h1>
      <p>
        Here anyone could sign in as anybody. So the pretend ${providers[provider]} answers only people who sit at the
        machine that the sandbox runs on.
      </p>
      <p class="soft">
        To sign in with the real ${providers[provider]} from anywhere, give the shop its own keys: docs/operations.md
        says which.
      </p>
      ${back === null ? nothing : html`<a class="button" href="${back}">Go back</a>`}
    </section>`,
  );

export const invalidRequestPage = (provider: Provider, text: string): Markup =>
  providerPage(
    'Not understood',
    mockName(provider),
    html`<section class="sheet">
      <h1>Not understood</h1>
      <p>${text}</p>
    </section>`,
  );
