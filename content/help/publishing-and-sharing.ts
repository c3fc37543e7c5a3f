import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const PUBLISHING_AND_SHARING: HelpCategory = {
  id: 'publishing-and-sharing',
  title: 'Publishing & Sharing',
  description: 'Addresses, changes, and taking a page off sale.',
  articles: [
    {
      id: 'publish',
      question: 'How do I publish?',
      answer: [
        'Press Publish at the top right of the builder. While Stripe is not connected the button reads Connect Stripe to Publish: connect your account in the banner above the form first. If something is missing, a list says what, and each line leads to its field.',
        'The live address then stands above the preview with keys to copy it, to open it, and to share it in every other way.',
      ],
    },
    {
      id: 'choose-address',
      question: 'How do I choose the address of my page?',
      answer: [
        `In Settings, Custom slug: the part after /c/. Small letters, digits and hyphens are kept, up to ${HELP_NUMBERS.slug} of them; everything else is left out while you type. Some words are kept for the shop itself.`,
        'Leave it blank and the product name gives the address. Where that leaves nothing, it is a random one. If the name is taken, a few characters are added; if you typed it yourself, you are told.',
      ],
    },
    {
      id: 'change-address',
      question: 'Can I change the address after publishing?',
      answer: [
        'Yes. The old address leads on to the new one, so links that you have shared go on working. Printed QR codes do too.',
        `If you delete the page instead, its address is kept from other sellers for ${HELP_NUMBERS.slugDays} days.`,
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
        `The site is not on the page’s list, or you have not published since you added it. The address must be the same to the letter: with or without www, and with its port if it has one. Up to ${HELP_NUMBERS.embedSites} sites fit.`,
      ],
    },
    {
      id: 'own-domain',
      question: 'How do I use my own domain?',
      answer: [
        `With Growth or Pro a page can stand at the root of a domain that is yours, such as pay.example.com. Up to ${HELP_NUMBERS.domains} domains fit, each with one page.`,
        {
          steps: [
            'Open Domains, in the menu behind your initials or beside New page, and press Add a domain.',
            'Type the name and choose the page. A part of a domain, such as pay.example.com, leaves the site at example.com alone.',
            'Two records are shown. Copy their names and values into the DNS of your domain, at the registrar where you bought it.',
            'Press Check now, or wait: we look by ourselves. What is missing is said in plain words.',
            'As soon as both are right the domain is live. Its certificate for https comes by itself and costs nothing.',
          ],
        },
        'From then on links, QR codes and the cards of networks name your domain. The page’s own address goes on working, so nothing that you have printed or shared breaks.',
      ],
      links: [{ label: 'Open Domains', href: '/domains' }],
    },
    {
      id: 'domain-records',
      question: 'What are DNS records, and how do I write them?',
      answer: [
        'The DNS is the telephone book of the internet: it says which machine answers to a name. You write in it where you bought the domain, under a heading such as DNS, Zone or Name server.',
        {
          list: [
            'The TXT record shows that the domain is yours. Nobody sees it, and it changes nothing else. Keep it: we look at it once a day.',
            'The CNAME record says that buyers who type the name are led to us. It is for a part of a domain, such as pay.example.com.',
            'The A and AAAA records do the same with addresses, for a whole domain, which can have no CNAME.',
          ],
        },
        'Most registrars add your domain to a name by themselves: type _tillwright.pay there, and not the whole name. An @ stands for the domain itself. If your registrar asks for whole names, copy those.',
        'If a record for the same name is there already, such as an old A record, change that one instead of adding another.',
      ],
    },
    {
      id: 'domain-waits',
      question: 'My domain says Waiting for DNS. How long does it take?',
      answer: [
        'Minutes at most registrars, sometimes some hours, rarely two days: the DNS is copied all over the world, and old entries are kept for a while. We look every few minutes at first, then every hour; Check now looks at once.',
        'Open the domain on Domains: it says what we found beside what we want. Usual reasons are a name that the registrar has doubled (_tillwright.pay.example.com.example.com), a value without its last letters, an old A record that is still there, and a proxy in front of the domain, which you switch off for this name.',
      ],
    },
    {
      id: 'domain-fails',
      question: 'What happens when the records of my domain are gone?',
      answer: [
        `We look once a day. When something is wrong you get a mail, and your page goes on selling there. After ${HELP_NUMBERS.domainChecks} failed checks in a row the domain is switched off: whoever opens it sees an error, and others who can show that it is theirs may use it. Your page goes on selling at its own address all the time.`,
        'Put the records right and press Check now: it is live again at once. A name server that does not answer is no failed check; we ask again later.',
        'On a plan without domains yours leads to the page’s own address, and is there again with the plan.',
      ],
    },
    {
      id: 'domain-remove',
      question: 'What happens when I remove a domain?',
      answer: [
        'The domain shows an error from then on. The page stays on sale at its own address, and links and QR codes with that address go on working; those with the domain do not. To put another page there, choose it on Domains instead of removing anything.',
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
      answer: ['Yes: Duplicate in the menu of the page on Your pages. The copy is a draft with everything in it.'],
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
