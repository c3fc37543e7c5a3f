import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const ACCOUNT_MANAGEMENT: HelpCategory = {
  id: 'account-management',
  title: 'Account Management',
  description: 'Signing in, passwords, and your data.',
  articles: [
    {
      id: 'sign-up',
      question: 'How do I open an account?',
      answer: [
        `Choose Sign Up, type your email address and a password of at least ${HELP_NUMBERS.minPasswordLength} characters. That is all: no card is asked for. Open the link in our mail to confirm your address: publishing, connecting Stripe, API keys, webhooks and domains need a confirmed one. You have to be ${HELP_NUMBERS.age} or older.`,
      ],
      links: [{ label: 'Get started', href: '/auth?tab=sign-up' }],
    },
    {
      id: 'good-password',
      question: 'What makes a good password?',
      answer: [
        `At least ${HELP_NUMBERS.minPasswordLength} characters are required (whoever runs the shop may ask for more), up to ${HELP_NUMBERS.maxPasswordLength} are possible. The meter under the field advises and never refuses. Three or four words that do not belong together are good; a password manager is better.`,
      ],
    },
    {
      id: 'reset-password',
      question: 'I forgot my password. How do I reset it?',
      answer: [
        `Press “Forgot your password?” on the sign-in page and type your address. The link in the mail can be used once, for ${HELP_NUMBERS.linkLifetime}, on any device of yours; the mail has a code as well, for fingers. If it has run out, ask for another one.`,
        'With the new password every other browser is signed out.',
      ],
      links: [{ label: 'Choose a new password', href: '/auth/forgot' }],
    },
    {
      id: 'second-step',
      question: 'How do I protect my account better?',
      answer: [
        'Confirm your email address, then add a second step on your account page: an app that shows codes, a security key, or a message to your phone. It is asked for at each sign-in, after the password.',
        `You get ${HELP_NUMBERS.recoveryCodes} recovery codes for the day when your phone is lost. Print them, or keep them where you keep your passwords; each works once.`,
        'A passkey goes further: your device vouches for you by fingerprint, face or PIN, and there is no password to be guessed or stolen.',
      ],
      links: [{ label: 'Your account', href: '/account' }],
    },
    {
      id: 'other-sites',
      question: 'Can I sign in with Google, GitHub or Apple?',
      answer: [
        'Where whoever runs this shop has set it up: the sign-in page shows which. On your account page you connect them to the account that you have, and disconnect them again. An account is only found by its address when both sides have proven that it is yours.',
      ],
    },
    {
      id: 'stay-signed-in',
      question: 'How long do I stay signed in?',
      answer: [
        `In a browser that you use, up to ${HELP_NUMBERS.sessionMax}. A session that is not used for ${HELP_NUMBERS.sessionIdle} ends by itself. You can be signed in on several devices at once.`,
      ],
    },
    {
      id: 'sign-out',
      question: 'How do I sign out?',
      answer: [
        'Press Sign out, in the bar of the site or in the menu behind your initials. This browser is signed out, in all of its tabs; your other devices are not. Those you end one by one, or all at once, on your account page.',
        'What this browser kept for you goes with it: steps back and forth, campaigns, small choices. Changes that have not reached us are saved first; where that cannot be done, you are asked before they are lost.',
      ],
    },
    {
      id: 'too-many-tries',
      question: 'It says that I tried too often',
      answer: [
        'Sign-in attempts are limited, so that nobody can guess passwords in peace. Wait a quarter of an hour and try again. If it was not you, look at your account page: it lists what happened, and where you are signed in. A longer password and a second step help.',
      ],
    },
    {
      id: 'api-keys',
      question: 'How do I make a key for a program, and how do I end it?',
      answer: [
        `Open Integrations and press Create API key. Choose what it may do and when it ends, and copy it: it is shown this once only. An account can have ${HELP_NUMBERS.apiKeys} keys; give each program its own, so that one can be ended without the others.`,
        'Has somebody else seen a key? Press Revoke beside it. From that moment every request with it is refused, everywhere. A new password does not end keys, so look at the list as well.',
        `The secret of a webhook is changed with Rotate secret: the old one goes on for ${HELP_NUMBERS.oldSecret} beside the new one, so that nothing breaks.`,
      ],
      links: [{ label: 'Open Integrations', href: '/integrations' }],
    },
    {
      id: 'team',
      question: 'Can several people use one account?',
      answer: [
        'There is one sign-in for each account so far; roles for a team are not part of Tillwright yet. Somebody who helps with pages can work in an account of their own and send you the page as a file.',
      ],
    },
    {
      id: 'change-email',
      question: 'Can I change my email address?',
      answer: [
        'Yes, on your account page. A mail goes to the new address and, if you had confirmed it, to the present one; the change is made when both have agreed. With a second step passed, the new one is enough.',
      ],
      links: [{ label: 'Your account', href: '/account' }],
    },
    {
      id: 'delete-account',
      question: 'How do I delete my account?',
      answer: [
        'At the foot of your account page. It says beforehand what becomes of everything: the plan ends at once, your pages are gone and their addresses are kept from others for a while, your pictures and drafts are erased. Records of sales are kept as long as the law asks for them. Your Stripe account, with your buyers’ subscriptions, is yours and stays as it is.',
        'Take your data along first: the same page gives you all of it as one file.',
      ],
      links: [
        { label: 'Your account', href: '/account' },
        { label: 'Privacy', href: '/privacy#deleting' },
      ],
    },
  ],
};
