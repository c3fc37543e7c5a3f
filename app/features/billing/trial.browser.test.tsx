import { afterEach, expect, test, vi } from 'vitest';

import { storeChosenPlan } from '#app/lib/session/chosen-plan.ts';
import {
  createBuilderHandlers,
  createDraft,
  PAGE_ID,
  createSamplePage,
  createTrialStatus,
} from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createTestUser } from '#app/testing/fake-session.ts';
import { createActiveStatus, createNoPlanStatus, createPlanHandlers, UNPAID_PLAN } from '#app/testing/plan.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { SubscriptionStatus } from '#domain/subscription.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('starts the trial of the chosen plan on first use and says so', async () => {
  storeChosenPlan('growth');
  const status = createTrialStatus({ currentPlan: 'growth' });
  const { screen, rpc } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': createNoPlanStatus,
    'create-subscription': () => ({ success: true, created: true, status }),
  });
  await expect.element(screen.getByText('Your 7-day trial started on Growth. No credit card required.')).toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Your plan' }))
    .toMatchTextContent('7 days left in your Growth trial.');
  expect(rpc.bodiesOf('create-subscription')).toEqual([{ planId: 'growth' }]);
});

test('does not welcome a seller with a plan and starts no trial', async () => {
  storeChosenPlan('growth');
  const { screen, rpc } = await renderApp('/builder', createBuilderHandlers());
  await expect
    .element(screen.getByRole('region', { name: 'Your plan' }))
    .toMatchTextContent('7 days left in your Starter trial.');
  await expect.element(screen.getByText('Welcome!')).not.toBeInTheDocument();
  expect(rpc.bodiesOf('create-subscription')).toEqual([]);
});

test('opens the builder without a plan after a used trial and explains what happens now', async () => {
  storeChosenPlan('growth');
  const { screen, rpc } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': () => ({ ...createNoPlanStatus(), trialUsed: true }),
  });
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect
    .element(banner)
    .toMatchTextContent('You’ve already used your free trial, so your plan starts when you pay for it.');
  await expect.element(banner.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing');
  await expect.element(screen.getByRole('tab', { name: 'Content' })).toBeVisible();
  expect(rpc.bodiesOf('create-subscription')).toEqual([]);
});

test('does not announce a plan started without a trial in another tab as a trial', async () => {
  const status = createTrialStatus({ ...UNPAID_PLAN, currentPlan: 'starter' });
  const { screen } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': createNoPlanStatus,
    'create-subscription': () => ({ success: true, created: true, status }),
  });
  await expect.element(screen.getByText('Free trial already used')).toBeVisible();
  await expect.element(screen.getByText('Welcome!')).not.toBeInTheDocument();
});

test('waits three seconds at most for the first trial', async () => {
  const answer = Promise.withResolvers<void>();
  // While these timers are faked, each retry of an assertion advances them a little.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const start = Date.now();
  const { screen, rpc } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': createNoPlanStatus,
    'create-subscription': async () => {
      await answer.promise;
      return { success: true, created: true, status: createTrialStatus() };
    },
  });
  const tab = screen.getByRole('tab', { name: 'Content' });
  await expect.element(screen.getByText('Loading the builder')).toBeInTheDocument();
  await expect.poll(() => rpc.bodiesOf('create-subscription').length).toBe(1);
  vi.advanceTimersByTime(2500);
  await expect.element(tab).toBeVisible();
  expect(Date.now() - start).toBeGreaterThanOrEqual(3000);
  expect(Date.now() - start).toBeLessThan(4500);
  vi.useRealTimers();
  answer.resolve();
  await expect.element(screen.getByRole('region', { name: 'Your plan' })).toMatchTextContent('days left');
});

test('keeps the builder usable without a message if the plan cannot be loaded', async () => {
  const { screen } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'check-subscription-status': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' });
    },
  });
  await expect.element(screen.getByRole('tab', { name: 'Content' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('reloads the plan after a publication is rejected for lack of a plan', async () => {
  const handlers = createPlanHandlers(createTrialStatus());
  const { screen, history } = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(createDraft(createSamplePage())),
    ...handlers,
    'save-checkout-page': () => {
      handlers.updatePlan(createActiveStatus({ status: 'canceled', access: false }));
      const message = 'Start a trial or choose a plan to publish.';
      throw new RpcFailure(403, { code: 'publishing_not_allowed', title: 'Publishing failed', message });
    },
  });
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(banner).toMatchTextContent('days left');
  await expect.element(screen.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', '/sandbox/clock');
  await screen.getByRole('button', { name: 'Publish' }).first().click();
  await expect.element(screen.getByText('Start a trial or choose a plan to publish.').first()).toBeVisible();
  await expect.element(banner).toMatchTextContent('Your plan has ended.');
  await screen.getByRole('link', { name: 'Choose a plan or start a trial' }).first().click();
  await expect.element(screen.getByRole('heading', { name: 'Plan and billing' })).toBeVisible();
  await expect.poll(() => history.url).toBe('/subscription');
});

test('does not replace the newer plan by the response to an older request', async () => {
  localStorage.setItem(`tillwright-enrolled-${createTestUser().id}`, 'true');
  const earlier = Promise.withResolvers<SubscriptionStatus>();
  const answers: Promise<SubscriptionStatus>[] = [
    Promise.resolve(createActiveStatus({ status: 'canceled', access: false })),
    earlier.promise,
  ];
  const { screen } = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(createDraft(createSamplePage())),
    'check-subscription-status': () => answers.pop() ?? new Promise(() => undefined),
    'save-checkout-page': () => {
      throw new RpcFailure(403, {
        code: 'publishing_not_allowed',
        title: 'Publishing failed',
        message: 'No.',
      });
    },
  });
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await screen.getByRole('button', { name: 'Publish' }).first().click();
  await expect.element(banner).toMatchTextContent('Your plan has ended.');
  earlier.resolve(createTrialStatus());
  // A later request with a response: by then the earlier response has arrived.
  await screen.getByLabelText('Product name').fill('Another name');
  await expect.element(screen.getByText(/^Saved at /)).toBeVisible();
  await expect.element(banner).toMatchTextContent('Your plan has ended.');
});
