import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';

import { expect } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { enter, newSeller, PASSWORD, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

type Answer = Record<string, unknown>;

/** Posts to an auth endpoint, for steps that the test is not about. */
async function knock<T = Answer>(shop: Shop, token: string, path: string, body: Answer = {}): Promise<T> {
  const answer = await fetch(`${shop.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The current TOTP code, or a later one: `periods` counts steps of 30 seconds from now. */
export const appCode = (secret: string, periods = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Creates a seller with a confirmed email address. */
export async function sellerWithMailbox(shop: Shop): Promise<Seller> {
  const seller = await newSeller(shop);
  const { code } = await mailOf(shop, seller.email, /Confirm this address/);
  const token = seller.session.access_token;
  await knock(shop, token, 'verify', { type: 'signup', email: seller.email, token: code });
  return seller;
}

/** Creates a seller with a confirmed email address and a recent step-up authentication. */
export async function confirmedSeller(shop: Shop): Promise<Seller> {
  const seller = await sellerWithMailbox(shop);
  await seller.call('confirm-identity', { password: PASSWORD });
  return seller;
}

/** Adds a virtual authenticator to the browser that approves every request. */
export async function plugIn(page: Page, kind: 'security key' | 'passkey'): Promise<CDPSession> {
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
const makeCredential = (page: Page, options: Answer): Promise<Answer> =>
  page.evaluate(async (publicKey) => {
    const parsed = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as never);
    const credential = await navigator.credentials.create({ publicKey: parsed });
    return { ...(credential as PublicKeyCredential).toJSON() };
  }, options);

type Created = { id: string; webauthn: { credential_options: { publicKey: Answer } } };

/** Enrolls the virtual security key as the seller's second factor. */
export async function setUpKey(page: Page, shop: Shop, seller: Seller, name: string): Promise<void> {
  await enter(page, seller);
  const token = seller.session.access_token;
  const { id } = await knock<{ id: string }>(shop, token, 'factors', {
    factor_type: 'webauthn',
    friendly_name: name,
  });
  const rpId = new URL(shop.url).hostname;
  const challenge = await knock<Created>(shop, token, `factors/${id}/challenge`, {
    factorId: id,
    webauthn: { rpId },
  });
  const made = await makeCredential(page, challenge.webauthn.credential_options.publicKey);
  await knock(shop, token, `factors/${id}/verify`, {
    challenge_id: challenge.id,
    webauthn: { type: 'create', rpId, credential_response: made },
  });
}

/** Removes the session from the browser; virtual authenticators stay. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
}

export async function typeCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name })).toBeVisible();
