import type { ComponentProps } from 'react';

import { authMessages } from '#content/messages/auth.ts';

import { AuthLayout } from './auth-layout.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** The builder's screen for sellers who are not signed in. */
export const BuilderSignIn = (props: ComponentProps<typeof SignInCard>) => (
  <AuthLayout tagline={authMessages.layout.taglines.builder}>
    <SignInCard {...props} />
  </AuthLayout>
);
