import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';

import type { RunningApp } from './app-process.ts';
import { expect } from './fixtures.ts';
import { signIn, confirmEmail, createSeller, PASSWORD, type Seller } from './seller.ts';
import { waitForEmail } from './wait-for-email.ts';

type JsonObject = Record<string, unknown>;

/** Posts to an auth endpoint, for steps that the test is not about. */
async function postAuth<T = JsonObject>(
  app: RunningApp,
  token: string,
  path: string,
  body: JsonObject = {},
): Promise<T> {
  const response = await fetch(`${app.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The current TOTP code, or a later one: `periods` counts steps of 30 seconds from now. */
export const generateTotpCode = (secret: string, periods = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Creates a seller with a confirmed email address. */
export async function createConfirmedSeller(app: RunningApp): Promise<Seller> {
  const seller = await createSeller(app);
  const { code } = await waitForEmail(app, seller.email, /Confirm email address/);
  await confirmEmail(app, seller.email, code);
  return seller;
}

/** Creates a seller with a confirmed email address and a recent step-up authentication. */
export async function createReauthenticatedSeller(app: RunningApp): Promise<Seller> {
  const seller = await createConfirmedSeller(app);
  await seller.call('confirm-identity', { password: PASSWORD });
  return seller;
}

/** Adds a virtual authenticator to the browser that approves every request. */
export async function addVirtualAuthenticator(page: Page, kind: 'security key' | 'passkey'): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  const isPasskey = kind === 'passkey';
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isPasskey ? 'internal' : 'usb',
      hasResidentKey: isPasskey,
      hasUserVerification: isPasskey,
      isUserVerified: isPasskey,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

/** Creates a WebAuthn credential with the browser's virtual authenticator. */
const createCredential = (page: Page, options: JsonObject): Promise<JsonObject> =>
  page.evaluate(async (publicKey) => {
    const parsed = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as never);
    const credential = await navigator.credentials.create({ publicKey: parsed });
    return { ...(credential as PublicKeyCredential).toJSON() };
  }, options);

type WebAuthnChallenge = { id: string; webauthn: { credential_options: { publicKey: JsonObject } } };

/** Enrolls the virtual security key as the seller's second factor. */
export async function enrollSecurityKey(page: Page, app: RunningApp, seller: Seller, name: string): Promise<void> {
  await signIn(page, seller);
  const token = seller.session.access_token;
  const { id } = await postAuth<{ id: string }>(app, token, 'factors', {
    factor_type: 'webauthn',
    friendly_name: name,
  });
  const rpId = new URL(app.url).hostname;
  const challenge = await postAuth<WebAuthnChallenge>(app, token, `factors/${id}/challenge`, {
    factorId: id,
    webauthn: { rpId },
  });
  const credential = await createCredential(page, challenge.webauthn.credential_options.publicKey);
  await postAuth(app, token, `factors/${id}/verify`, {
    challenge_id: challenge.id,
    webauthn: { type: 'create', rpId, credential_response: credential },
  });
}

/** Removes the session from the browser; virtual authenticators stay. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
}

export async function submitCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
