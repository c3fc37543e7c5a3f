import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const ACCOUNT_MANAGEMENT: HelpCategory = {
  id: 'account-management',
  title: 'Account Management',
  description: 'Signing in, security, API keys, and your data.',
  articles: [
    {
      id: 'sign-up',
      question: 'How do I create an account?',
      answer: [
        `Choose Sign Up and enter your email address and a password of at least ${HELP_NUMBERS.minPasswordLength} characters. No card is required. You must be ${HELP_NUMBERS.age} or older.`,
        'Then open the link in our email to confirm your email address. You need a confirmed email address to connect Stripe, publish, and use API keys, webhooks, and domains.',
      ],
      links: [{ label: 'Get started', href: '/auth?tab=sign-up' }],
    },
    {
      id: 'good-password',
      question: 'What makes a good password?',
      answer: [
        `Passwords need at least ${HELP_NUMBERS.minPasswordLength} characters (some installations require more) and can have up to ${HELP_NUMBERS.maxPasswordLength}. The strength meter is only a guide. Three or four unrelated words make a good password; one from a password manager is even better.`,
      ],
    },
    {
      id: 'reset-password',
      question: 'I forgot my password. How do I reset it?',
      answer: [
        `On the sign-in page, click “Forgot your password?” and enter your email address. We email you a link that works once, on any device, for ${HELP_NUMBERS.linkLifetime}. The email also has a code that you can enter instead. If they’ve expired, request a new email.`,
        'When you set a new password, all your other browsers are signed out.',
      ],
      links: [{ label: 'Reset your password', href: '/auth/forgot' }],
    },
    {
      id: 'second-step',
      question: 'How do I make my account more secure?',
      answer: [
        'Confirm your email address, then turn on two-factor authentication on your account page. You can use an authenticator app, a security key, or a text message. We ask for it after your password each time you sign in.',
        `You get ${HELP_NUMBERS.recoveryCodes} recovery codes in case you lose your phone or key. Print them or store them in a safe place. Each works once.`,
        'You can also add a passkey to sign in with your fingerprint, face, or screen lock instead of a password.',
      ],
      links: [{ label: 'Your account', href: '/account' }],
    },
    {
      id: 'other-sites',
      question: 'Can I sign in with Google, GitHub, or Apple?',
      answer: [
        'The sign-in page shows which providers are available. You can connect and disconnect them on your account page. We match a provider to an existing account by email address only if the provider and you have both confirmed that address.',
      ],
    },
    {
      id: 'stay-signed-in',
      question: 'How long do I stay signed in?',
      answer: [
        `Up to ${HELP_NUMBERS.sessionMax} in a browser you use. If you don’t use a session for ${HELP_NUMBERS.sessionIdle}, it ends. You can be signed in on several devices at once.`,
      ],
    },
    {
      id: 'sign-out',
      question: 'How do I sign out?',
      answer: [
        'Click Sign out in the navigation bar or the account menu. This signs you out in this browser, but not on your other devices. To sign those out, end their sessions on your account page, one by one or all at once.',
        'Signing out also deletes the data stored in this browser, such as undo history and saved campaigns. We save your changes first. If that isn’t possible, we ask before you sign out.',
      ],
    },
    {
      id: 'too-many-tries',
      question: 'Why do I see “Too many attempts” when I sign in?',
      answer: [
        'Sign-in attempts are limited to keep others from guessing your password. Wait fifteen minutes and try again. If it wasn’t you, check the security events and sessions on your account page, choose a longer password, and turn on two-factor authentication.',
      ],
    },
    {
      id: 'api-keys',
      question: 'How do I create or revoke an API key?',
      answer: [
        `In the Settings menu, open Integrations and click Create API key. Choose its permissions and when it expires, then copy it: it’s shown only once. You can have up to ${HELP_NUMBERS.apiKeys} keys. Use a separate key for each app, so that you can revoke one without affecting the others.`,
        'If a key has leaked, click Revoke next to it. It stops working immediately. Changing your password doesn’t revoke keys.',
        `You can also rotate the signing secret of a webhook. The old secret stays valid for ${HELP_NUMBERS.oldSecret} alongside the new one, so you have time to update your app.`,
      ],
      links: [{ label: 'Open Integrations', href: '/integrations' }],
    },
    {
      id: 'team',
      question: 'Can several people use one account?',
      answer: [
        'Not yet: each account has one sign-in, and there are no team roles. Someone who helps you with pages can use their own account and send you the page as a file.',
      ],
    },
    {
      id: 'change-email',
      question: 'Can I change my email address?',
      answer: [
        'Yes, on your account page. We email a confirmation link to your new address and, if you confirmed it, to your current one. The change takes effect when both are confirmed. If you use two-factor authentication, confirming the new address is enough.',
      ],
      links: [{ label: 'Your account', href: '/account' }],
    },
    {
      id: 'delete-account',
      question: 'How do I delete my account?',
      answer: [
        'At the bottom of your account page. Before you confirm, you see exactly what happens: your plan ends immediately, and your pages, drafts, and images are deleted. We keep sales records for as long as the law requires. Your Stripe account and your buyers’ subscriptions aren’t affected.',
        `Buyers can get what they bought for another ${HELP_NUMBERS.accessAfterDeletion}, and we email them about it. Then your files, links, and license keys are deleted.`,
        'You can download all of your data as a file on the same page first.',
      ],
      links: [
        { label: 'Your account', href: '/account' },
        { label: 'Privacy', href: '/privacy#deleting' },
      ],
    },
  ],
};
