import { plural } from './plural.ts';

/** Sign-in, sign-up, password recovery and emailed links. */
export const authMessages = {
  layout: {
    illustration: 'A cash register, ready for its first sale',
    taglines: {
      signIn: 'Build a checkout page, share its link, and get paid straight to your own Stripe account.',
      builder: 'Sign in or create an account to build your checkout page.',
      forgot: 'Your published pages keep selling in the meantime.',
      confirm: 'The link works once, for one hour, on any device.',
      newPassword: 'A few random words in a row make a strong password that’s easy to remember.',
      secondFactor: 'Two-factor authentication keeps your account safe even if someone learns your password.',
    },
  },
  toasts: {
    errorTitle: 'Error',
    welcomeBack: { title: 'Welcome back!' },
    welcome: ({ siteName }: { siteName: string }) => ({
      title: `Welcome to ${siteName}`,
      message: 'Your account is ready.',
    }),
    otherBrowser: 'This sign-in was started in another browser. Try again here.',
  },
  resend: {
    button: 'Send again',
    countdown: ({ seconds }: { seconds: number }) => `Send again in ${seconds} s`,
    busy: 'Sending…',
  },
  captcha: {
    label: 'Security check',
    incomplete: 'Complete the security check first.',
    failed: 'We couldn’t load the security check. If an extension blocks it, allow it and reload the page.',
  },
  validation: {
    emailMissing: 'Enter your email address.',
    emailInvalid: 'Enter a valid email address, like you@example.com.',
    passwordMissing: 'Enter your password.',
    passwordTooShort: ({ minLength }: { minLength: number }) =>
      plural(minLength, {
        one: 'Use at least 1 character.',
        other: `Use at least ${minLength} characters.`,
      }),
  },
  signIn: {
    tabs: { label: 'Account', signIn: 'Sign In', signUp: 'Sign Up' },
    'sign-in': {
      title: 'Sign in to your account',
      text: 'Manage your pages, orders, and customers.',
      submit: 'Sign in',
      busy: 'Signing in…',
    },
    'sign-up': {
      title: 'Create your account',
      text: 'Start building for free. No credit card required.',
      submit: 'Create account',
      busy: 'Creating account…',
    },
    sessionEnded: {
      expired: {
        title: 'You were signed out',
        text: 'Your session expired or was ended on another device. Sign in to continue where you left off.',
      },
      'other-tab': {
        title: 'You were signed out',
        text: 'You signed out in another tab. Sign in to continue where you left off.',
      },
    },
    forgot: 'Forgot your password?',
    divider: 'or',
    provider: ({ provider }: { provider: string }) => `Continue with ${provider}`,
    providerBusy: ({ provider }: { provider: string }) => `Opening ${provider}…`,
    passkey: 'Use a passkey',
    passkeyBusy: 'Waiting for your passkey…',
    terms: 'By signing up, you agree to the <terms>terms</terms> and <privacy>privacy policy</privacy>.',
    noScript: 'You need JavaScript to sign in. Turn on JavaScript for this site.',
  },
  requestEmail: {
    noScript: 'You need JavaScript to request an email. Turn on JavaScript for this site.',
    submit: 'Send email',
    busy: 'Sending…',
    sent: {
      title: 'Check your email',
      text: 'If there’s an account for <email></email>, we sent an email to that address. Open the link in the email or enter its code here. Each works once, for one hour.',
      sandbox: 'In the sandbox, all emails go to the <inbox>test inbox</inbox>.',
      codeLabel: 'Code from the email',
      codeHint: '6 digits',
      submit: 'Continue',
      codeInvalid: 'This code is incorrect or has expired. Use the code from the latest email.',
      changeEmail: 'Use another email',
      resent: { title: 'Email sent', message: 'Use the code from the latest email.' },
    },
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your email address, and we’ll send you a link to choose a new password.',
  },
  code: {
    busy: 'Checking…',
    submit: 'Confirm',
    missing: { digits: 'Enter the 6-digit code.', recovery: 'Enter a recovery code.' },
  },
  secondFactor: {
    title: 'Two-factor authentication',
    text: ({ email }: { email: string }) => `Confirm it’s you to sign in as ${email}.`,
    otherMethods: 'Use another method',
    app: {
      label: ({ name }: { name: string }) => `Code from ${name}`,
      hint: 'The 6-digit code from your authenticator app',
    },
    phone: {
      text: 'We’ll send a code to <name></name>.',
      send: 'Send code',
      sendBusy: 'Sending…',
      label: ({ name }: { name: string }) => `Code sent to ${name}`,
      hint: '6 digits. It can take a minute to arrive.',
    },
    securityKey: {
      text: 'Have <name></name> ready. Your browser will ask for it.',
      button: 'Use security key',
      busy: 'Waiting for your key…',
      unsupported: 'This browser doesn’t support security keys. Use another method.',
    },
    recovery: { option: 'Recovery code', label: 'Recovery code', hint: 'Enter an unused recovery code.' },
  },
  newPassword: {
    title: 'Choose a new password',
    text: ({ email }: { email: string }) => `For ${email}. All other browsers will be signed out.`,
    label: 'New password',
    submit: 'Set password',
    busy: 'Saving…',
    changed: { title: 'Password changed', message: 'All other browsers are signed out.' },
    emailFirst: {
      title: 'Confirm your email first',
      text: 'After you use the link or code from our email, you have a few minutes to set a new password. Request a new email to continue.',
      button: 'Request a new email',
    },
  },
} as const;
