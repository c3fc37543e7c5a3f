import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { SignInCard } from '#app/account/sign-in-card.tsx';
import '#app/app.css';
import { keepChosenPlan } from '#app/session/chosen-plan.ts';
import { useSession } from '#app/session/session.ts';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';
import { isPlanId } from '#domain/plans.ts';

export const links = () => [archivoPreload];

export const meta = () => pageMeta({ title: titled('Sign in') });

export default function Auth() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const initialTab = parameters.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in';
  const plan = parameters.get('plan');
  useEffect(() => {
    if (isPlanId(plan)) keepChosenPlan(plan);
  }, [plan]);
  useEffect(() => {
    if (user) void navigate('/builder', { replace: true });
  }, [user, navigate]);
  return (
    <AccountScreen saying="Nothing rung up yet. Build a page, try a payment, and connect Stripe when you are ready.">
      <SignInCard key={initialTab} initialTab={initialTab} />
    </AccountScreen>
  );
}
