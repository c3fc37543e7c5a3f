import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const PUBLISHING_AND_SHARING: HelpCategory = {
  id: 'publishing-and-sharing',
  title: 'Publishing & Sharing',
  description: 'Publish a page, share it, embed it, or unpublish it.',
  articles: [
    {
      id: 'publish',
      question: 'How do I publish?',
      answer: [
        'Click Publish at the top right of the builder. Until Stripe is connected, the button reads Connect Stripe to Publish and opens Stripe, which sends you back to your page. If you’ve typed something but haven’t clicked Add, publishing adds it. If something is missing, the builder takes you to that field.',
        'Once the page is live, its URL appears above the preview, with buttons to copy it, open it, share it, and embed it.',
      ],
      links: [{ label: 'How to connect Stripe', href: '/help#connect-stripe' }],
    },
    {
      id: 'choose-address',
      question: 'How do I choose the URL of my page?',
      answer: [
        `Enter a Custom slug in Settings: it’s the part of the URL after /c/. It can have up to ${HELP_NUMBERS.slug} lowercase letters, digits, and hyphens. Anything else is removed as you type. Some words are reserved.`,
        'If you leave it blank, the slug comes from the product name, or it’s random if that isn’t possible. If a slug from the product name is already taken, we add a few characters. If one you typed is taken, we ask you to choose another.',
      ],
    },
    {
      id: 'change-address',
      question: 'Can I change the URL after publishing?',
      answer: [
        'Yes. The old URL redirects to the new one, so links you’ve shared and QR codes you’ve printed keep working.',
        `If you delete the page, no other seller can use its URL for ${HELP_NUMBERS.slugDays} days.`,
      ],
    },
    {
      id: 'update-live-page',
      question: 'How do I change a page that is live?',
      answer: [
        'Edit it in the builder. Your changes stay in the draft, and buyers keep seeing the version you last published. When you click Publish, you see a list of the changes to confirm.',
        'A buyer who is already paying keeps the price they saw. If the price changes while a buyer is on the page, they see both prices and decide before they pay.',
      ],
    },
    {
      id: 'subscribers-keep-price',
      question: 'If I raise a subscription price, what do existing subscribers pay?',
      answer: ['The price they signed up for. The new price applies to buyers who subscribe after you publish it.'],
    },
    {
      id: 'share',
      question: 'How do I share a page?',
      answer: [
        'Share its link anywhere: in an email, your bio, a video, or a message, or as a button on your own site. The Share button next to the page’s URL in the builder has these tabs:',
        {
          list: [
            'Link: apply a coupon, preselect a price, or add campaign tags (UTM) so that you can tell visits apart in Analytics. Campaigns you save are stored in your browser.',
            'QR code: in black or your accent color, with your logo in the center, as SVG or PNG. A warning appears if a color is too light to scan.',
            'Preview: see how the link looks when it’s posted on social networks.',
            'Messages: ready-made text for an email, a post, and a chat, which you can edit and copy.',
          ],
        },
        'You can also embed the page in your own site.',
      ],
      links: [{ label: 'How to embed a page', href: '/help#embed' }],
    },
    {
      id: 'embed',
      question: 'How do I embed a page in my own site?',
      answer: [
        'In Settings, under Embedding, add the URL of your site and publish. Then click Embed, choose inline, popup, or button, and paste the snippet into your site. Its link works even if scripts are blocked.',
        'Buyers fill in the form on your site, pay on Stripe’s page, and return to where they were. Only the sites you list can embed your page, and it sets no cookies on your site.',
        'If your site sends a Content-Security-Policy, allow Tillwright’s domain in script-src and frame-src.',
      ],
      links: [{ label: 'Events, parameters, and React components', href: '/developers/embed' }],
    },
    {
      id: 'embed-refused',
      question: 'Why can’t my site show the embedded checkout?',
      answer: [
        `Your site isn’t on the page’s list, or you haven’t published since you added it. Its URL must match exactly, including www and the port if it has one. You can list up to ${HELP_NUMBERS.embedSites} sites.`,
      ],
    },
    {
      id: 'own-domain',
      question: 'How do I use my own domain?',
      answer: [
        `On Growth and Pro, you can connect a domain you own, such as pay.example.com, and show a page on it. You can add up to ${HELP_NUMBERS.domains} domains, each with one page.`,
        {
          steps: [
            'In the Settings menu, open Domains and click Add a domain.',
            'Enter the domain and choose a page. A subdomain, such as pay.example.com, doesn’t affect your site at example.com.',
            'Copy the DNS records we show you into your domain’s DNS settings, at the registrar where you bought it.',
            'On Domains, click Check now, or wait: we check regularly and tell you what’s missing.',
            'When the records are correct, the domain goes live. It gets an HTTPS certificate automatically, at no cost.',
          ],
        },
        'Links, QR codes, and link previews use your domain from then on. The page’s original URL keeps working, so nothing you’ve printed or shared breaks.',
      ],
      links: [{ label: 'Open Domains', href: '/domains' }],
    },
    {
      id: 'domain-records',
      question: 'What are DNS records, and how do I add them?',
      answer: [
        'DNS tells browsers which server a domain leads to. You edit DNS records where you bought the domain, usually in a section called DNS, Zone, or Name servers.',
        {
          list: [
            'The TXT record proves that the domain is yours. It changes nothing else. Keep it, because we check it once a day.',
            'The CNAME record points the domain to us. Use it for a subdomain, such as pay.example.com.',
            'The A and AAAA records do the same for a root domain, such as example.com, which can’t have a CNAME record.',
          ],
        },
        'Most registrars add your domain to the name for you: enter _tillwright.pay instead of the full name. An @ means the domain itself. If your registrar asks for full names, copy those.',
        'If there’s already a record for the same name, such as an old A record, edit it instead of adding another.',
      ],
    },
    {
      id: 'domain-waits',
      question: 'My domain says “Waiting for DNS.” How long does it take?',
      answer: [
        'Usually minutes, sometimes a few hours, and rarely up to two days, because DNS changes take time to spread. We check every few minutes at first and then every hour. You can also click Check now on Domains.',
        'Open the domain on Domains to compare what we found with what we expect. Common problems are a name that the registrar has doubled (_tillwright.pay.example.com.example.com), a value that was cut off, an old A record, and a proxy in front of the domain, which you need to turn off for this name.',
      ],
    },
    {
      id: 'domain-fails',
      question: 'What happens if my domain’s DNS records are removed?',
      answer: [
        `We check once a day. If something is wrong, we email you, and your page stays live on the domain. After ${HELP_NUMBERS.domainChecks} failed checks in a row, the domain is turned off: it shows an error, and another seller who can prove that they own it can use it. Your page stays live at its original URL the whole time.`,
        'To bring the domain back, restore the records and click Check now on Domains. If a name server doesn’t respond, that doesn’t count as a failed check; we try again later.',
        'If your plan no longer includes domains, your domain redirects to the page’s original URL until you upgrade again.',
      ],
    },
    {
      id: 'domain-remove',
      question: 'What happens when I remove a domain?',
      answer: [
        'Visitors to the domain see an error. Your page stays live at its original URL, and links and QR codes with that URL keep working; those with the domain don’t. To show a different page on the domain, choose it on Domains instead of removing the domain.',
      ],
    },
    {
      id: 'take-off-sale',
      question: 'How do I stop selling for a while?',
      answer: [
        'On Your pages, open the page’s menu and choose Unpublish. Visitors see that the page isn’t available, and buyers already at checkout can still pay. Publish the page again to sell at the same URL.',
        'Archiving a page only hides it from your list. It doesn’t change anything for buyers.',
      ],
    },
    {
      id: 'delete-page',
      question: 'What happens when I delete a page?',
      answer: [
        'The page, its draft, and its versions are deleted, and its URL stops working. Its orders stay in your list. To keep a copy of the page, export it to a file first.',
        'Buyers keep what they paid for: the page’s files are kept for as long as a buyer has access to them.',
      ],
    },
    {
      id: 'duplicate',
      question: 'Can I copy a page?',
      answer: [
        'Yes. On Your pages, open the page’s menu and choose Duplicate. The copy is a draft with the same content and settings.',
      ],
    },
    {
      id: 'search-engines',
      question: 'Do search engines find my page?',
      answer: [
        'They can: a published page has a title, a description, and one permanent URL, and it works without JavaScript. Search engines decide whether and when to list it. Unpublished pages tell search engines not to list them.',
      ],
    },
  ],
};
