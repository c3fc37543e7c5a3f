import type { Hono } from 'hono';
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
import { countryOptions } from './card-form.ts';
import { alert, field, heading, page, selectField } from './layout.ts';
import {
  isEmailAddress,
  objectPages,
  type Fields,
  type PageDependencies,
  type PageResult,
} from './page-dependencies.ts';

type Account = Objects['account'];
type OnboardingForm = { business: string; country: string; email: string };
type OnboardingErrors = Partial<Record<keyof OnboardingForm, string>>;

const initialValues = (account: Account): OnboardingForm => ({
  business: account.business_profile?.name ?? 'Sample business',
  country: account.country ?? 'US',
  email: account.email ?? 'seller@example.com',
});

const validate = (values: OnboardingForm): OnboardingErrors => ({
  ...(values.business.trim() === '' && { business: 'Enter the business name.' }),
  ...(!countries.has(values.country) && { country: 'Choose a country.' }),
  ...(!isEmailAddress(values.email.trim()) && { email: 'Enter an email address.' }),
});

const formPage = (link: AccountLink, values: OnboardingForm, errors: OnboardingErrors) =>
  page(
    'Set up your Stripe account',
    html`${heading('Set up your Stripe account', { text: 'The real Stripe asks for more details. The sandbox needs only these three and doesn’t verify them.' })}
      <form class="sheet" method="post" action="/sandbox/onboarding/${link.id}" novalidate>
        ${alert(Object.keys(errors).length > 0 ? 'Check the marked fields.' : undefined)}
        ${field({ name: 'business', label: 'Business name', value: values.business, error: errors.business, hint: 'Shown to buyers at checkout.', attributes: html`required maxlength="200"` })}
        ${selectField({ name: 'country', label: 'Country', options: countryOptions, selected: values.country, error: errors.country })}
        ${field({ name: 'email', label: 'Email', type: 'email', value: values.email, error: errors.email, attributes: html`required` })}
        <button name="action" value="submit">Submit</button>
        <button class="quiet" name="action" value="later">Finish later</button>
        <button class="quiet" name="action" value="restricted">Submit as restricted</button>
        <p class="hint">
          A restricted account can’t accept payments, because some of Stripe’s requirements are past due.
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
  call.platform.updateHidden('account_link', link.id, { used: true });
  return link.hidden.return_url;
};

const showForm = (call: CallContext, link: AccountLink): PageResult => {
  if (!isLinkOpen(call, link)) return { to: link.hidden.refresh_url };
  call.platform.updateHidden('account_link', link.id, { opened: true });
  return { body: formPage(link, initialValues(getConnectedAccount(call, link.hidden.account)), {}) };
};

const submitForm = (call: CallContext, link: AccountLink, fields: Fields): PageResult => {
  if (!isLinkOpen(call, link)) return { to: link.hidden.refresh_url };
  if (fields['action'] === 'later') return { to: markUsed(call, link) };
  const account = getConnectedAccount(call, link.hidden.account);
  const { business = '', country = '', email = '' } = fields;
  const values = { business, country, email };
  const errors = validate(values);
  if (Object.keys(errors).length > 0) return { body: formPage(link, values, errors), status: 422 };
  updateAccount(call, account.id, {
    ...toAccountFields(account, values),
    ...(fields['action'] === 'restricted' ? RESTRICTED_ACCOUNT : ACTIVE_ACCOUNT),
  });
  return { to: markUsed(call, link) };
};

/** The onboarding form behind an account link. */
export const onboardingPages = (dependencies: PageDependencies): Hono => {
  const { app, get, post } = objectPages(dependencies, 'account_link');
  get('', showForm);
  post('', submitForm);
  return app;
};
