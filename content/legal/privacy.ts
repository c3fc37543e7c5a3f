import { HELP_NUMBERS } from '#content/help/help-numbers.ts';
import { SITE } from '#content/site.ts';
import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';
import { PURCHASES_LINK_MINUTES, PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import type { LegalDocument } from './legal-document.ts';
import { OPERATOR } from './operator.ts';

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  description: `What ${SITE.name} keeps about sellers, buyers and visitors, why, for how long, and what you can ask for.`,
  summary: [
    'We count looks at sellers’ pages without a cookie and without keeping who it was, load nothing from other companies, and set one cookie only: for buyers who look up what they bought.',
    'About sellers we keep an account, what they make, and what they sell.',
    'About buyers we keep what an order needs, on behalf of the seller.',
    'Card numbers are typed on Stripe’s page and never reach us.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        `This site is run by ${OPERATOR.name}, ${OPERATOR.address} (“we”). We are the controller of the data about sellers and visitors. Questions go to ${OPERATOR.privacyEmail}.`,
        `${SITE.name} is software that anybody can run. Whoever runs another copy of it is responsible for that copy, and this policy does not speak for them.`,
        'For the data of buyers the seller of the page is the controller. We process it on the seller’s behalf and by the seller’s instructions, as this policy and our terms describe.',
      ],
    },
    {
      id: 'visitors',
      title: 'If you only look around',
      blocks: [
        'Then we keep nothing that says who you are. There are no cookies for you, no analytics of other companies, no advertising and no fonts or scripts from elsewhere.',
        'A look at a seller’s page is counted for its seller: when it was, which page and version, the host of the page that led there, the names of a campaign in the link, the country where the network in front of our servers names it, and whether it was a computer, a phone or a tablet. No cookie is used for it and nothing is kept in your browser.',
        `So that whoever looks twice on one day is one visitor, your network address and what your browser calls itself are turned into eight bytes with a random key. Neither of the two is kept, the key is deleted two days later, and from then on nothing leads from those bytes back to you. Single looks are deleted after ${RAW_VIEW_RETENTION_DAYS} days; sums of them stay.`,
        'Our log notes for each request the time, the method, the path without anything behind the question mark, the answer’s status, how long it took, a random number, and the network that it came from: your address without its end, which you share with many others. It notes no whole address, no browser and no text that was typed.',
        'To slow down abuse we count certain requests (signing in, signing up, trying coupons, paying) for each network address. A count holds the address and a number; it is of use for a day at most and is then deleted.',
      ],
    },
    {
      id: 'sellers',
      title: 'If you have an account',
      blocks: [
        'To give you the service that you signed up for, we keep:',
        {
          list: [
            'Your email address, and when you signed up and last signed in.',
            'Your password only as a hash (Argon2id), from which it cannot be read.',
            `Your sessions: when each began and was last used, from which network address, and what your browser calls itself. A session that is not used ends after ${HELP_NUMBERS.sessionIdle}, any session after ${HELP_NUMBERS.sessionMax}.`,
            'Second steps and passkeys: names that you gave them, public keys, a secret that is kept sealed, a phone number if you gave one.',
            'Sites that you sign in with (Google, GitHub, Apple): which, their number for you, and the name and address that they told us.',
            `What happened to your account (sign-ins, changes of passwords and the like), with network address and browser, so that you can see whether it was you. Kept for ${HELP_NUMBERS.eventRetention}.`,
            'In our log, the number of your account in the lines about requests that are made with it, and about tries to sign in to it.',
            'What you make: pages, their drafts, every version that you published, their addresses, and your pictures. Pictures are drawn anew, and what a camera wrote into them is left out.',
            'Your Stripe connection: the number of your account there, its business name, and whether it can take payments. No bank details and no identity documents.',
            'Your orders and sales, and, where you have one, your plan with us.',
          ],
        },
        'What you put on a published page is public. Coupon codes are not: they stay on our server.',
      ],
    },
    {
      id: 'buyers',
      title: 'If you buy on a seller’s page',
      blocks: [
        'When you press the pay button we keep, for the seller:',
        {
          list: [
            'the email address that you typed, also when you do not finish the payment;',
            'which page and version you saw, the price, the currency, and the coupon that you used;',
            'the host of the page that led you there, the names of a campaign in the link, the country where the network in front of our servers names it, and the kind of your device;',
            'where the page asks for it, whether you accepted the seller’s terms, when, and the addresses of the terms and the privacy policy;',
            'what Stripe tells us about the payment: whether it was made, its numbers at Stripe, and the contact details that you gave on Stripe’s page, such as a name and a billing address.',
          ],
        },
        'Your card number, its date and its code are typed on Stripe’s page. Neither we nor the seller ever see them.',
        `Whoever reads your mailbox can look at what was bought with its address: on Your purchases (${SITE.name}’s page at /purchases) you ask for a link, which works once within ${PURCHASES_LINK_MINUTES} minutes. We keep such links and the visits that they open as keyed hashes with your address, and delete those that are older than a day whenever a new link is mailed to anybody. There you can download everything that is kept with your address.`,
        'The seller decides what else happens with your data, for example how you get what you bought. If you want to know, change or delete something, ask the seller first. If that leads nowhere, write to us.',
      ],
    },
    {
      id: 'browser',
      title: 'What is kept in your browser',
      blocks: [
        `No cookies, with one exception: when you open the link to your purchases, a cookie lets this browser in for ${PURCHASES_SESSION_HOURS} hours, or until you sign out there. It holds a random number and does nothing else.`,
        'If you sign in, your browser’s local storage holds your session until you sign out. While you work on a page, the browser’s own database holds a copy of what is not saved yet and the steps that can be undone. You can delete both in your browser at any time; they are needed for what you asked us to do and for nothing else.',
        'A seller’s page keeps nothing in its buyers’ browsers. Stripe’s page has rules of its own.',
      ],
    },
    {
      id: 'reasons',
      title: 'Why we may',
      blocks: [
        {
          list: [
            'Your account, your pages and your orders: because the contract with you needs them.',
            'Counting looks at pages: because sellers have a legitimate interest in knowing how often their pages are looked at and where people come from, which it serves without knowing who they are.',
            'Counting requests and keeping a log: because we have a legitimate interest in a service that is not abused and can be repaired.',
            'Records of sales and invoices: because tax law obliges us or the seller to keep them.',
          ],
        },
        'We do not sell data, make profiles, send advertising, or let a machine decide about people.',
      ],
    },
    {
      id: 'others',
      title: 'Who else receives data',
      blocks: [
        'Stripe. Sellers have accounts there, buyers pay there, and plans are paid there. Stripe is responsible for what it does with that data; its privacy policy is at stripe.com/privacy. Stripe also works in the United States and safeguards that by the rules for such transfers.',
        'Whoever hosts our servers processes data for us under a contract, and has no use of its own for it.',
        'Authorities, where a law obliges us. We hand out no more than it demands, and tell you unless that is forbidden.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        {
          list: [
            'An account and what belongs to it: as long as the account exists.',
            'A page that you delete: it is gone from every list and address at once. What was sold on it, and the version that the buyer saw, stays with the order.',
            'Orders, sales and what Stripe told us about them: as long as the seller’s account exists, and after that as long as the law asks for records of sales.',
            'Keyed hashes that show that a free trial was used: also after the account is deleted, because the trial is given once.',
            `Links that sign somebody in: they can be used for ${HELP_NUMBERS.linkLifetime} and are deleted about a day later.`,
            `Single looks at a seller’s page: ${RAW_VIEW_RETENTION_DAYS} days. What was counted of them: as long as the seller’s account exists.`,
            'Counts of requests: at most a day. Logs and backups: until they are overwritten.',
          ],
        },
      ],
    },
    {
      id: 'safety',
      title: 'How we protect it',
      blocks: [
        'Passwords and tokens are kept as hashes. Signing keys are sealed. What belongs to a seller can be asked for by that seller alone. Pages are sent with rules that make browsers refuse foreign scripts. If something happens all the same that puts you at risk, we tell you and the authority in charge without delay.',
      ],
    },
    {
      id: 'rights',
      title: 'What you can ask for',
      blocks: [
        'You can ask to see what we have about you, to have it corrected or deleted, to have its use limited, to receive it in a form that a machine can read, and you can object to what we do out of legitimate interest. Your account page gives you all of it as one file, and each page can be exported by itself.',
        `Write to ${OPERATOR.privacyEmail} from the address that it is about. We answer within a month and ask for no fee. You can also complain to the data protection authority of your country.`,
      ],
    },
    {
      id: 'deleting',
      title: 'Deleting your account',
      blocks: [
        `At the foot of your account page. What lets you in, sessions, drafts, names and addresses of yours are erased at once, and with them the pictures that stand on no order. What the law obliges us or you to keep about sales is locked away for that time and deleted after it. Your Stripe account is yours and is not touched.`,
        'One thing stays: keyed hashes of your email address and of the number of your Stripe account, if you had a free trial. We use them only to recognize that the trial was used. They show neither to anyone who reads them.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `An account is for people of ${HELP_NUMBERS.age} or older. If you learn that a child has one, tell us and we delete it.`,
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        `When something changes for the worse for you, we tell sellers ${HELP_NUMBERS.noticeDays} days before. The date at the top is today’s: what you read is the text that holds today.`,
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Privacy: ${OPERATOR.privacyEmail}. Everything else: ${SITE.supportEmail}. By post: ${OPERATOR.name}, ${OPERATOR.address}.`,
      ],
    },
  ],
};
