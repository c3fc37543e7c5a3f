import { afterEach, beforeEach, expect, test } from 'vitest';

import { clearToasts } from '#app/components/toast.tsx';
import { createAuthErrorResponse } from '#app/testing/account.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { SignInOptions } from '#domain/account.ts';

const OPTIONS: SignInOptions = {
  providers: [],
  captcha: { kind: 'turnstile', siteKey: 'test-site' },
  minPassword: 6,
  phone: true,
};
const WIDGET_LABEL = 'I am a person (test-site)';
const REFUSED_MESSAGE = 'Complete the security check and try again.';

/** The provider's script: a widget that numbers its tokens. */
const PROVIDER_SCRIPT = `
  let count = 0;
  window.turnstile = {
    render(box, { sitekey, callback }) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'I am a person (' + sitekey + ')';
      button.onclick = () => callback('answer-' + ++count);
      box.append(button);
      return button;
    },
    remove: (button) => button.remove(),
  };`;

const { append } = HTMLHeadElement.prototype;

/** Replaces the URL of the provider's script. Returns the URLs that were requested. */
function serveScript(url: string): string[] {
  const requested: string[] = [];
  document.head.append = (...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLScriptElement) {
        requested.push(node.src);
        node.src = url;
      }
    append.apply(document.head, nodes);
  };
  return requested;
}

beforeEach(() => {
  clearToasts();
});

afterEach(() => {
  document.head.append = append;
});

/** Refuses every auth request that requires a captcha, and records the tokens that were sent. */
async function renderWithCaptcha(url: string) {
  const app = await renderApp(url, {}, { user: null, signInOptions: OPTIONS });
  const tokens: unknown[] = [];
  for (const endpoint of ['POST token', 'POST signup', 'POST recover'])
    app.rpc.handleAuth(endpoint, (body) => {
      const { gotrue_meta_security: security } = body as {
        gotrue_meta_security?: { captcha_token?: string };
      };
      tokens.push(security?.captcha_token);
      return createAuthErrorResponse(400, 'captcha_failed', REFUSED_MESSAGE);
    });
  return { ...app, tokens };
}

test('explains that the captcha could not be loaded', async () => {
  serveScript('data:text/javascript,');
  const { screen } = await renderWithCaptcha('/auth');
  await expect.element(screen.getByText(/couldn’t load the security check/)).toBeVisible();
});

test('requires a new captcha token for each attempt', async () => {
  const requested = serveScript(`data:text/javascript,${encodeURIComponent(PROVIDER_SCRIPT)}`);
  const { screen, tokens } = await renderWithCaptcha('/auth');
  const widget = screen.getByRole('button', { name: WIDGET_LABEL });
  await expect.element(widget).toBeVisible();
  expect(requested).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
  await screen.getByLabelText('Email').fill('marlow@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('right password');
  const signIn = screen.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  await expect.element(screen.getByText('Complete the security check first.')).toBeVisible();
  expect(tokens).toEqual([]);
  for (const tryNumber of [1, 2]) {
    await widget.click();
    await expect.element(screen.getByText('Complete the security check first.')).not.toBeInTheDocument();
    await signIn.click();
    await expect.poll(() => tokens.at(-1)).toBe(`answer-${tryNumber}`);
    await expect.element(screen.getByText(REFUSED_MESSAGE).last()).toBeVisible();
    await expect.element(widget).toHaveLength(1);
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('right password');
  }
  await signIn.click();
  await expect.element(screen.getByText('Complete the security check first.')).toBeVisible();
  expect(tokens).toHaveLength(2);
});

test('requires a captcha for sign-up and for the password recovery email', async () => {
  serveScript(`data:text/javascript,${encodeURIComponent(PROVIDER_SCRIPT)}`);
  const { screen, tokens } = await renderWithCaptcha('/builder');
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(screen.getByRole('button', { name: WIDGET_LABEL })).toHaveLength(1);
  await screen.getByRole('tab', { name: 'Sign In' }).click();
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send email' })).toBeVisible();
  await screen.getByLabelText('Email').fill('marlow@example.com');
  await screen.getByRole('button', { name: WIDGET_LABEL }).click();
  await screen.getByRole('button', { name: 'Send email' }).click();
  await expect.poll(() => tokens).toEqual([expect.stringMatching(/^answer-/)]);
});
