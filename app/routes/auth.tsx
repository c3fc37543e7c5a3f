import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { SignInCard } from '#app/features/auth/sign-in-card.tsx';
import { useProviderReturn } from '#app/features/auth/use-provider-return.ts';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { storeChosenPlan } from '#app/lib/session/chosen-plan.ts';
import { resolveNextPath, withNextParam } from '#app/lib/session/next-path.ts';
import { useSession } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { screenMessages } from '#content/messages/screens.ts';
import { isPlanId } from '#domain/plans.ts';

export const meta = screenMeta(screenMessages.signIn);

export default function Auth() {
  const { signInOptions } = useScreenData();
  const { status } = useSession();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const initialTab = searchParams.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in';
  const plan = searchParams.get('plan');
  const next = searchParams.get('next');
  useProviderReturn();
  useEffect(() => {
    if (isPlanId(plan)) storeChosenPlan(plan);
  }, [plan]);
  useEffect(() => {
    if (status === 'signed-in') void navigate(resolveNextPath(next), { replace: true });
    if (status === 'second-step') void navigate(withNextParam('/auth/second-step', next), { replace: true });
  }, [status, navigate, next]);
  return (
    <AuthLayout tagline={authMessages.layout.taglines.signIn}>
      <SignInCard key={initialTab} options={signInOptions} initialTab={initialTab} next={next} plan={plan} />
    </AuthLayout>
  );
}
