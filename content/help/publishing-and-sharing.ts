import { FIGURES } from './figures.ts';
import type { HelpCategory } from './help-article.ts';

export const PUBLISHING_AND_SHARING: HelpCategory = {
  id: 'publishing-and-sharing',
  title: 'Publishing & Sharing',
  about: 'Addresses, changes, and taking a page off sale.',
  articles: [
    {
      id: 'publish',
      question: 'How do I publish?',
      answer: [
        'Press Publish at the top right of the builder. While Stripe is not connected the key reads Connect Stripe to Publish and leads there first. If something is missing, a list says what, and each line leads to its field.',
        'The live address then stands above the preview with keys to copy it, to open it, and to share it in every other way.',
      ],
    },
    {
      id: 'choose-address',
      question: 'How do I choose the address of my page?',
      answer: [
        `In Settings, Custom slug: the part after /c/. Small letters, digits and hyphens are kept, up to ${FIGURES.slug} of them; everything else is left out while you type. Some words are kept for the shop itself.`,
        'Leave it blank and the product name gives the address. Where that leaves nothing, it is a random one. If the name is taken, a few characters are added; if you typed it yourself, you are told.',
      ],
    },
    {
      id: 'change-address',
      question: 'Can I change the address after publishing?',
      answer: [
        'Yes. The old address leads on to the new one, so links that you have shared go on working. Printed QR codes do too.',
        `If you delete the page instead, its address is kept from other sellers for ${FIGURES.slugDays} days.`,
      ],
    },
    {
      id: 'update-live-page',
      question: 'How do I change a page that is live?',
      answer: [
        'Edit it. The draft changes and buyers go on seeing what you published last. When you press Publish, the changes are listed once more and you confirm them.',
        'Whoever is paying at that moment keeps what they saw. If the price changed before they pressed pay, they are shown both prices and decide.',
      ],
    },
    {
      id: 'subscribers-keep-price',
      question: 'I raised the price of a subscription. What do present subscribers pay?',
      answer: ['What they signed up for. A new price is for those who subscribe after you published it.'],
    },
    {
      id: 'share',
      question: 'How do I share a page?',
      answer: [
        'By its link: in a mail, a bio, a video, a message, or as a button on your own site. The Share key beside the live address opens everything you need for it.',
        {
          list: [
            'Link: with a coupon applied, with one of several prices chosen, and with campaign words by which your analytics tell it apart. Campaigns that you use often are kept in your browser.',
            'QR code: in black or in your accent, with your logo in the middle, as SVG or PNG. It says when a colour is too light for phones to read.',
            'Preview: how the link looks where it is pasted, read from your published page as networks read it.',
            'Messages: words for a mail, a post and a chat, to change and to copy.',
          ],
        },
        'It can also stand inside your own site: see how to embed it below.',
      ],
    },
    {
      id: 'embed',
      question: 'How do I put a page inside my own site?',
      answer: [
        'In Settings, Embedding: add the address of your site and publish. Then press Embed, there or beside the live address, choose how it stands there (inline, as a popup, or as a button) and paste the snippet into your site. Its link works even where the script does not run.',
        'The buyer types in your site, pays on Stripe’s page, and comes back to where they were. No other site can show your page, and it keeps nothing in the browser: no cookies.',
        'If your site sends a Content-Security-Policy, it must allow Tillwright’s address in script-src and frame-src.',
      ],
    },
    {
      id: 'embed-refused',
      question: 'My site says “This checkout cannot be shown here”. Why?',
      answer: [
        `The site is not on the page’s list, or you have not published since you added it. The address must be the same to the letter: with or without www, and with its port if it has one. Up to ${FIGURES.embedSites} sites fit.`,
      ],
    },
    {
      id: 'own-domain',
      question: 'Can I use my own domain?',
      answer: [
        'Not yet for single pages: they stand at /c/ and your slug. A redirect from your own domain to that address works well in the meantime. Whoever runs Tillwright on their own machine has all pages on their own domain.',
      ],
    },
    {
      id: 'take-off-sale',
      question: 'How do I stop selling for a while?',
      answer: [
        'On Your pages open the menu of the page and choose Unpublish. Whoever opens its address reads that it is not on sale at the moment; a payment that has begun can still be finished. Publish it again and it sells at the same address.',
        'Archive is something else: it tidies your list and changes nothing for buyers.',
      ],
    },
    {
      id: 'delete-page',
      question: 'What happens when I delete a page?',
      answer: [
        'The page, its draft and its versions are gone for you and for buyers, and its address leads nowhere. Orders that were made on it stay in your list. To keep a copy, export its file first.',
      ],
    },
    {
      id: 'duplicate',
      question: 'Can I copy a page?',
      answer: [
        'Yes: Duplicate in the menu of the page on Your pages. The copy is a draft with everything in it.',
      ],
    },
    {
      id: 'search-engines',
      question: 'Do search engines find my page?',
      answer: [
        'They may: a published page has a title, a description and one fixed address, and it is complete without JavaScript. When they list it is for them to decide. A page that is off sale asks not to be listed.',
      ],
    },
  ],
};
