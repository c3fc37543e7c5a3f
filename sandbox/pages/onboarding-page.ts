import { Hono } from 'hono';
import { html } from 'hono/html';

import { isLinkOpen } from '../api/accounts.ts';
import type { CallContext } from '../core/call-context.ts';
import {
  updateAccount,
  getConnectedAccount,
  countries,
  ACTIVE_ACCOUNT,
  RESTRICTED_ACCOUNT,
} from '../core/connected-accounts.ts';
import type { AccountLink, Objects } from '../core/objects.ts';
import { alert, field, page } from './layout.ts';
import { readFields, type PageDependencies } from './page-dependencies.ts';

type Account = Objects['account'];
type OnboardingForm = { business: string; country: string; email: string };
type OnboardingErrors = Partial<Record<keyof OnboardingForm, string>>;

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });

const initialValues = (account: Account): OnboardingForm => ({
  business: account.business_profile?.name ?? 'Sample shop',
  country: account.country ?? 'US',
  email: account.email ?? 'seller@example.com',
});

const validate = (values: OnboardingForm): OnboardingErrors => ({
  ...(values.business.trim() === '' && { business: 'Enter the name of the business.' }),
  ...(!countries.has(values.country) && { country: 'Choose a country.' }),
  ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()) && { email: 'Enter an e-mail address.' }),
});

const formPage = (link: AccountLink, values: OnboardingForm, errors: OnboardingErrors) =>
  page(
    'Connect an account',
    html`<div class="head">
        <h1>Connect your account</h1>
        <p class="soft">Stripe would ask for much more here. The sandbox asks three things and believes them all.</p>
      </div>
      <form class="sheet" method="post" action="/sandbox/onboarding/${link.id}" novalidate>
        ${alert(Object.keys(errors).length > 0 ? 'Please look at the marked fields.' : undefined)}
        ${field({ name: 'business', label: 'Business name', value: values.business, error: errors.business, hint: 'Buyers see it on the pay page.', attributes: html`required maxlength="200"` })}
        <div class="field">
          <label for="country">Country</label>
          <select id="country" name="country">
            ${[...countries.keys()].map((code) => html`<option value="${code}" ${code === values.country ? html` selected` : ''}>${regionNames.of(code)}</option>`)}
          </select>
          ${errors.country ? html`<p class="problem">${errors.country}</p>` : ''}
        </div>
        ${field({ name: 'email', label: 'E-mail', type: 'email', value: values.email, error: errors.email, attributes: html`required` })}
        <button name="action" value="submit">Submit</button>
        <button class="quiet" name="action" value="later">Leave for later</button>
        <button class="quiet" name="action" value="restricted">Restricted</button>
        <p class="hint">
          Restricted: all details are in, and payments stay switched off because something is past due.
        </p>
      </form>`,
  );

const toAccountFields = (account: Account, values: OnboardingForm): Partial<Account> => {
  const business = values.business.trim();
  return {
    business_profile: {
      ...(account.business_profile as NonNullable<Account['business_profile']>),
      name: business,
    },
    country: values.country,
    default_currency: countries.get(values.country) ?? 'usd',
    details_submitted: true,
    email: values.email.trim(),
    settings: {
      ...(account.settings as NonNullable<Account['settings']>),
      dashboard: { display_name: business, timezone: 'Etc/UTC' },
    },
  };
};

const markUsed = (call: CallContext, link: AccountLink): string => {
  call.platform.update('account_link', link.id, { hidden: { ...link.hidden, used: true } });
  return link.hidden.return_url;
};

type PageResult = { to: string } | { form: ReturnType<typeof formPage>; status: 200 | 422 };

const showForm = (call: CallContext, id: string): PageResult => {
  const link = call.platform.get('account_link', id);
  if (!isLinkOpen(call, link)) return { to: link.hidden.refresh_url };
  call.platform.update('account_link', id, { hidden: { ...link.hidden, opened: true } });
  return {
    form: formPage(link, initialValues(getConnectedAccount(call, link.hidden.account)), {}),
    status: 200,
  };
};

const submitForm = (call: CallContext, id: string, fields: Record<string, string>): PageResult => {
  const link = call.platform.get('account_link', id);
  if (!isLinkOpen(call, link)) return { to: link.hidden.refresh_url };
  if (fields['action'] === 'later') return { to: markUsed(call, link) };
  const account = getConnectedAccount(call, link.hidden.account);
  const values = {
    business: fields['business'] ?? '',
    country: fields['country'] ?? '',
    email: fields['email'] ?? '',
  };
  const errors = validate(values);
  if (Object.keys(errors).length > 0) return { form: formPage(link, values, errors), status: 422 };
  updateAccount(call, account.id, {
    ...toAccountFields(account, values),
    ...(fields['action'] === 'restricted' ? RESTRICTED_ACCOUNT : ACTIVE_ACCOUNT),
  });
  return { to: markUsed(call, link) };
};

/** The onboarding form behind an account link. */
export const onboardingPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.get('/:token', (c) => {
    const result = dependencies.inTransaction('', (call) => showForm(call, c.req.param('token')));
    return 'to' in result ? c.redirect(result.to, 303) : c.html(result.form, result.status);
  });
  app.post('/:token', async (c) => {
    const fields = await readFields(c.req);
    const result = dependencies.inTransaction('', (call) => submitForm(call, c.req.param('token'), fields));
    return 'to' in result ? c.redirect(result.to, 303) : c.html(result.form, result.status);
  });
  return app;
};
