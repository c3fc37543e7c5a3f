import { HELP_NUMBERS } from '#content/help/help-numbers.ts';
import { SITE } from '#content/site.ts';
import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';
import { PAYING_BROWSER_HOURS } from '#domain/delivered.ts';
import { PURCHASES_LINK_MINUTES, PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import type { LegalDocument } from './legal-document.ts';
import { OPERATOR } from './operator.ts';

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  description: `What data ${SITE.name} stores about sellers, buyers, and visitors, why, for how long, and what your rights are.`,
  summary: [
    'We count page views without cookies and without storing who viewed a page, and set two cookies, both for buyers only: when they look up their purchases, and when they pay for something that’s delivered here. Checkout pages load nothing from other companies.',
    'About sellers we store their account, what they create, and what they sell.',
    'About buyers we store what an order needs, on behalf of the seller.',
    'Card numbers are entered on Stripe’s page and never reach us.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        `This site is operated by ${OPERATOR.name}, ${OPERATOR.address} (“we”). We’re the controller of data about sellers and visitors. If you have questions, write to ${OPERATOR.privacyEmail}.`,
        `${SITE.name} is software that anyone can run. The operator of another installation is responsible for it, and this policy doesn’t apply there.`,
        'For data about buyers, the seller of the page is the controller. We process it on the seller’s behalf and instructions, as described in this policy and our terms.',
      ],
    },
    {
      id: 'visitors',
      title: 'If you visit a page',
      blocks: [
        'We don’t store anything that identifies you. There are no cookies, no third-party analytics, and no advertising. Fonts and scripts come from this site, with one exception: if the sign-in page has a security check, your browser loads it from Cloudflare or hCaptcha, which processes your IP address and details of your browser to tell people from bots.',
        'When you view a seller’s page, we record for the seller: the time, the page and its version, the domain of the referring site, campaign parameters in the link, the country if the network in front of our servers provides it, and whether you use a computer, a phone, or a tablet. This uses no cookie and stores nothing in your browser.',
        `To count several views on one day as one visitor, we turn your IP address and your browser’s user agent into a short code with a random key. We don’t store the IP address or the user agent, and we delete the key two days later; after that, the code can’t be traced back to you. Individual page views are deleted after ${RAW_VIEW_RETENTION_DAYS} days; totals remain.`,
        'For each request, our log contains the time, the method, the path without the query string, the status, the duration, a random number, and a shortened IP address that many people share. It contains no full IP address, no browser, and no text you typed.',
        'To prevent abuse, we count certain requests (signing in, signing up, trying coupons, paying) per IP address. Such a counter contains the IP address and a number, and is deleted after a day at most.',
      ],
    },
    {
      id: 'sellers',
      title: 'If you have an account',
      blocks: [
        'To provide the service you signed up for, we store:',
        {
          list: [
            'Your email address, and when you signed up and last signed in.',
            'Your password, only as a hash (Argon2id) from which it can’t be recovered.',
            `Your sessions: when each one started and was last used, its IP address, and your browser’s user agent. A session ends after ${HELP_NUMBERS.sessionIdle} without use, and after ${HELP_NUMBERS.sessionMax} in any case.`,
            'Two-factor authentication and passkeys: the names you gave them, public keys, an encrypted secret, and your phone number if you added one.',
            'Accounts you sign in with (Google, GitHub, Apple): which ones, your ID there, and the name and email address they gave us.',
            `Security activity, such as sign-ins and password changes, with IP address and browser, so that you can tell whether it was you. Kept for ${HELP_NUMBERS.eventRetention}.`,
            'In our log, the number of your account, for requests made with it and attempts to sign in to it.',
            'What you create: pages, their drafts, every version you published, their URLs, your images, and what your pages deliver: files, license keys, links, and texts. Images are re-encoded, which removes camera data.',
            'Your Stripe connection: your Stripe account ID, its business name, and whether it can take payments. No bank details and no identity documents.',
            'Your orders and sales and, if you have one, your plan with us.',
          ],
        },
        'What you put on a published page is public. Coupon codes aren’t: they stay on our server.',
      ],
    },
    {
      id: 'buyers',
      title: 'If you buy on a seller’s page',
      blocks: [
        'When you click the pay button, we store for the seller:',
        {
          list: [
            'the email address you entered, even if you don’t complete the payment;',
            'the page and version you saw, the price, the currency, and the coupon you used;',
            'your answers to the seller’s questions on the page;',
            'the domain of the referring site, campaign parameters in the link, the country if the network in front of our servers provides it, and the type of your device;',
            'if the page asks for it, whether you accepted the seller’s terms, when, and the links to the terms and the privacy policy;',
            'what Stripe tells us about the payment: whether it succeeded, its Stripe IDs, and the contact details you entered on Stripe’s page, such as your name and billing address.',
          ],
        },
        'You enter your card details on Stripe’s page. Neither we nor the seller ever see them.',
        `On Your purchases (${SITE.name}’s page at /purchases), you can see what was bought with your email address. You request a link by email, which works once within ${PURCHASES_LINK_MINUTES} minutes, so anyone who can read your email can use it. We store these links and the sessions they open as keyed hashes together with your email address, and delete them within two days of their expiry. On that page, you can also download everything we store with your email address.`,
        'If your order delivers something, your receipt contains a link that opens it. We store the link as a keyed hash, and how often you downloaded a file, with a shortened IP address. If an app activates your license key on a device, we store the name that the app gives the device, a hash that identifies it, and a shortened IP address. If you turn off a seller’s emails about new versions, we store that with your email address.',
        'The seller decides what else happens with your data, for example how you receive your purchase. To see, correct, or delete your data, ask the seller first. If that doesn’t help, write to us.',
      ],
    },
    {
      id: 'browser',
      title: 'What is stored in your browser',
      blocks: [
        'No cookies, with two exceptions. Each contains a random number and is used for nothing else:',
        {
          list: [
            `When you open the link to your purchases, a cookie keeps you signed in for ${PURCHASES_SESSION_HOURS} hours, or until you sign out there.`,
            `When you click the pay button on a page that delivers something, such as a file, a cookie shows what you bought in this browser and in no other. It expires after ${PAYING_BROWSER_HOURS} hours.`,
          ],
        },
        'If you sign in, your browser’s local storage holds your session until you sign out. While you edit a page, a database in your browser holds unsaved changes and your undo history. You can delete both in your browser at any time. They’re only used to provide what you asked for.',
        'A seller’s page keeps what a buyer entered in that browser tab while Stripe’s page is open, so that nothing is lost if they go back. It’s deleted when they have paid or close the tab. Stripe’s page has its own rules.',
      ],
    },
    {
      id: 'reasons',
      title: 'Legal basis',
      blocks: [
        {
          list: [
            'Your account, your pages, and your orders: to perform our contract with you.',
            'Counting page views: sellers have a legitimate interest in knowing how often their pages are viewed and where visitors come from, and we do it without identifying anyone.',
            'Counting requests and keeping a log: we have a legitimate interest in preventing abuse and fixing problems.',
            'Records of sales and invoices: tax law requires us or the seller to keep them.',
          ],
        },
        'We don’t sell data, build profiles, send advertising, or make automated decisions about people.',
      ],
    },
    {
      id: 'others',
      title: 'Who else receives data',
      blocks: [
        'Stripe. Sellers have accounts there, and it processes payments by buyers and for our plans. Stripe is responsible for how it uses that data; its privacy policy is at stripe.com/privacy. Stripe also processes data in the United States, under the safeguards that the law requires for such transfers.',
        'Our hosting provider processes data for us under a contract and doesn’t use it for its own purposes. The same applies to the provider that delivers our emails and, if you get codes by text message, to the one that delivers those.',
        'Google, GitHub, or Apple, if you use your account there to sign in. They learn that you sign in here.',
        'Cloudflare or hCaptcha, if the sign-in page has a security check from one of them.',
        'Authorities, if the law requires it. We disclose no more than required, and tell you unless that’s forbidden.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep data',
      blocks: [
        {
          list: [
            'Your account and its data: as long as the account exists.',
            'A page you delete: removed from all lists immediately, and its URL stops working. Its orders, and the version each buyer saw, are kept.',
            'Orders, sales, and what Stripe told us about them: as long as the seller’s account exists, and after that as long as the law requires records of sales.',
            'Keyed hashes that show that a free trial was used: also after the account is deleted, because there’s only one trial per person.',
            `Sign-in links: usable for ${HELP_NUMBERS.linkLifetime}, and deleted about a day later.`,
            `Individual page views of a seller’s page: ${RAW_VIEW_RETENTION_DAYS} days. Their totals: as long as the seller’s account exists.`,
            'Request counters: at most a day. Logs and backups: until they’re overwritten.',
          ],
        },
      ],
    },
    {
      id: 'safety',
      title: 'Security',
      blocks: [
        'Passwords and tokens are stored as hashes, and signing keys are encrypted. Only the seller can access a seller’s data. Pages are sent with rules that make browsers block third-party scripts. If a security incident puts you at risk, we notify you and the responsible authority without delay.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        'You can ask to see your data, to have it corrected or deleted, to restrict its use, and to receive it in a machine-readable format, and you can object to processing based on legitimate interest. You can download all of your account data as a file on your account page, and export each page.',
        `Write to ${OPERATOR.privacyEmail} from the email address your request is about. We answer within a month, free of charge. You can also complain to the data protection authority of your country.`,
      ],
    },
    {
      id: 'deleting',
      title: 'Deleting your account',
      blocks: [
        'You can delete your account at the bottom of your account page. Your sign-in methods, sessions, drafts, names, and addresses are erased immediately, and so are images that no order uses. Sales records that the law requires are locked for as long as required and then deleted. Your Stripe account isn’t affected.',
        `Your buyers can get what you delivered for another ${HELP_NUMBERS.accessAfterDeletion}. Then your files, links, and license keys are deleted.`,
        'One thing remains: keyed hashes of your email address and your Stripe account ID, if you had a free trial. We only use them to recognize that the trial was used. They don’t reveal either.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `Accounts are for people who are ${HELP_NUMBERS.age} or older. If you learn that a child has an account, tell us and we’ll delete it.`,
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        `If a change affects sellers negatively, we notify them ${HELP_NUMBERS.noticeDays} days in advance. The date at the top is today’s date: you’re reading the version that applies today.`,
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Privacy: ${OPERATOR.privacyEmail}. Everything else: ${SITE.supportEmail}. By postal mail: ${OPERATOR.name}, ${OPERATOR.address}.`,
      ],
    },
  ],
};
