import { FIGURES } from './figures.ts';
import type { HelpCategory } from './help-article.ts';

export const ACCOUNT_MANAGEMENT: HelpCategory = {
  id: 'account-management',
  title: 'Account Management',
  about: 'Signing in, passwords, and your data.',
  articles: [
    {
      id: 'sign-up',
      question: 'How do I open an account?',
      answer: [
        `Choose Sign Up, type your email address and a password of at least ${FIGURES.password} characters. That is all: no card and no confirmation mail. You have to be ${FIGURES.age} or older.`,
      ],
      see: [{ label: 'Get started', href: '/auth?tab=sign-up' }],
    },
    {
      id: 'good-password',
      question: 'What makes a good password?',
      answer: [
        `At least ${FIGURES.password} characters are required (whoever runs the shop may ask for more), up to ${FIGURES.longestPassword} are possible. The meter under the field advises and never refuses. Three or four words that do not belong together are good; a password manager is better.`,
      ],
    },
    {
      id: 'reset-password',
      question: 'I forgot my password. How do I reset it?',
      answer: [
        `Press Forgot password on the sign-in page and type your address. The link in the mail can be used once and for ${FIGURES.linkLife}. If it has run out, ask for another one.`,
      ],
      awaits: 'recovery',
    },
    {
      id: 'lost-password',
      question: 'I lost my password. What can I do?',
      answer: [
        'Resetting a password yourself is not part of Tillwright yet. Write to us from the address of your account and we help you back in. We never ask for your old password.',
        `If you are sent a link that signs you in: it can be used once, within ${FIGURES.linkLife}.`,
      ],
      until: 'recovery',
    },
    {
      id: 'stay-signed-in',
      question: 'How long do I stay signed in?',
      answer: [
        `In a browser that you use, up to ${FIGURES.sessionLongest}. A session that is not used for ${FIGURES.sessionIdle} ends by itself. You can be signed in on several devices at once.`,
      ],
    },
    {
      id: 'sign-out',
      question: 'How do I sign out?',
      answer: [
        'Press Sign out, in the bar of the site or in the menu behind your initials. This browser is signed out, in all of its tabs; your other devices are not.',
      ],
    },
    {
      id: 'too-many-tries',
      question: 'It says that I tried too often',
      answer: [
        'Sign-in attempts are limited, so that nobody can guess passwords in peace. Wait a quarter of an hour and try again. If it was not you, choose a longer password as soon as you can and tell us.',
      ],
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
      answer: ['Not on a screen yet. Write to us from the present address and name the new one.'],
    },
    {
      id: 'delete-account',
      question: 'How do I delete my account?',
      answer: [
        'Write to us from its address. We delete the account, its pages and its pictures. Records of sales are kept as long as the law asks for them. Your Stripe account is yours and stays as it is.',
      ],
      see: [{ label: 'Privacy', href: '/privacy#deleting' }],
    },
  ],
};
