import { Hono } from 'hono';
import { html } from 'hono/html';
import { isOpen } from '../api/account-links.ts';
import {
  changeAccount,
  connectedAccount,
  countries,
  openForPayments,
  restricted,
} from '../connected-accounts.ts';
import type { Call } from '../call.ts';
import type { AccountLink, Objects } from '../objects.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { alert, field, page } from './layout.ts';

type Account = Objects['account'];
type Typed = { business: string; country: string; email: string };
type Problems = Partial<Record<keyof Typed, string>>;

const names = new Intl.DisplayNames(['en'], { type: 'region' });

const defaults = (account: Account): Typed => ({
  business: account.business_profile?.name ?? 'Sample shop',
  country: account.country ?? 'US',
  email: account.email ?? 'seller@example.com',
});

const check = (typed: Typed): Problems => ({
  ...(typed.business.trim() === '' && { business: 'Enter the name of the business.' }),
  ...(!countries.has(typed.country) && { country: 'Choose a country.' }),
  ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim()) && { email: 'Enter an e-mail address.' }),
});

const formPage = (link: AccountLink, typed: Typed, problems: Problems) =>
  page(
    'Connect an account',
    html`<div class="head">
        <h1>Connect your account</h1>
        <p class="soft">
          Stripe would ask for much more here. The sandbox asks three things and believes them all.
        </p>
      </div>
      <form class="sheet" method="post" action="/sandbox/onboarding/${link.id}" novalidate>
        ${alert(Object.keys(problems).length > 0 ? 'Please look at the marked fields.' : undefined)}
        ${field({ name: 'business', label: 'Business name', value: typed.business, problem: problems.business, hint: 'Buyers see it on the pay page.', attributes: html`required maxlength="200"` })}
        <div class="field">
          <label for="country">Country</label>
          <select id="country" name="country">
            ${[...countries.keys()].map((code) => html`<option value="${code}" ${code === typed.country ? html` selected` : ''}>${names.of(code)}</option>`)}
          </select>
          ${problems.country ? html`<p class="problem">${problems.country}</p>` : ''}
        </div>
        ${field({ name: 'email', label: 'E-mail', type: 'email', value: typed.email, problem: problems.email, attributes: html`required` })}
        <button name="action" value="submit">Submit</button>
        <button class="quiet" name="action" value="later">Leave for later</button>
        <button class="quiet" name="action" value="restricted">Restricted</button>
        <p class="hint">
          Restricted: all details are in, and payments stay switched off because something is past due.
        </p>
      </form>`,
  );

const details = (account: Account, typed: Typed): Partial<Account> => {
  const business = typed.business.trim();
  return {
    business_profile: {
      ...(account.business_profile as NonNullable<Account['business_profile']>),
      name: business,
    },
    country: typed.country,
    default_currency: countries.get(typed.country) ?? 'usd',
    details_submitted: true,
    email: typed.email.trim(),
    settings: {
      ...(account.settings as NonNullable<Account['settings']>),
      dashboard: { display_name: business, timezone: 'Etc/UTC' },
    },
  };
};

const use = (call: Call, link: AccountLink): string => {
  call.platform.update('account_link', link.id, { hidden: { ...link.hidden, used: true } });
  return link.hidden.return_url;
};

type Step = { to: string } | { form: ReturnType<typeof formPage>; status: 200 | 422 };

const view = (call: Call, id: string): Step => {
  const link = call.platform.get('account_link', id);
  if (!isOpen(call, link)) return { to: link.hidden.refresh_url };
  call.platform.update('account_link', id, { hidden: { ...link.hidden, opened: true } });
  return { form: formPage(link, defaults(connectedAccount(call, link.hidden.account)), {}), status: 200 };
};

const answer = (call: Call, id: string, fields: Record<string, string>): Step => {
  const link = call.platform.get('account_link', id);
  if (!isOpen(call, link)) return { to: link.hidden.refresh_url };
  if (fields['action'] === 'later') return { to: use(call, link) };
  const account = connectedAccount(call, link.hidden.account);
  const typed = {
    business: fields['business'] ?? '',
    country: fields['country'] ?? '',
    email: fields['email'] ?? '',
  };
  const problems = check(typed);
  if (Object.keys(problems).length > 0) return { form: formPage(link, typed, problems), status: 422 };
  changeAccount(call, account.id, {
    ...details(account, typed),
    ...(fields['action'] === 'restricted' ? restricted : openForPayments),
  });
  return { to: use(call, link) };
};

/** The onboarding form behind an account link. */
export const onboardingPages = (desk: Desk): Hono => {
  const app = new Hono();
  app.get('/:token', (c) => {
    const step = desk.act('', (call) => view(call, c.req.param('token')));
    return 'to' in step ? c.redirect(step.to, 303) : c.html(step.form, step.status);
  });
  app.post('/:token', async (c) => {
    const fields = await fieldsOf(c.req);
    const step = desk.act('', (call) => answer(call, c.req.param('token'), fields));
    return 'to' in step ? c.redirect(step.to, 303) : c.html(step.form, step.status);
  });
  return app;
};
