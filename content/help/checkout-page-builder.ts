import { DEFAULT_ACCENT } from '#domain/accent-color.ts';

import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

const { testimonialsShown: shown } = HELP_NUMBERS;

export const CHECKOUT_PAGE_BUILDER: HelpCategory = {
  id: 'checkout-page-builder',
  title: 'Checkout Page Builder',
  description: 'What stands on a page, and how it looks.',
  articles: [
    {
      id: 'required-fields',
      question: 'What does a page need before it can be published?',
      answer: [
        `A product name of at most ${HELP_NUMBERS.productName} characters, a price, a text on the pay button and a connected Stripe account. Everything else may stay empty.`,
        'The description has room for ' +
          `${HELP_NUMBERS.description} characters, the pay button for ${HELP_NUMBERS.buttonText}, the success message for ${HELP_NUMBERS.successMessage}. The builder counts along and says what is too long.`,
      ],
    },
    {
      id: 'product-image',
      question: 'Which pictures can I use?',
      answer: [
        `A product image is a JPG, PNG, WEBP or GIF of at most ${HELP_NUMBERS.imageSize}. Of a moving GIF the first frame is shown. Drop it on the field, paste it, or choose a file.`,
        'We draw every picture anew and make it small, so that buyers load kilobytes. Data that cameras put into photographs, such as the place, is left out.',
        `All of your pictures together may take ${HELP_NUMBERS.imageQuota} in that small form.`,
      ],
    },
    {
      id: 'logo',
      question: 'How big should my logo be?',
      answer: [
        `We recommend ${HELP_NUMBERS.logoSize}. You can upload JPG, PNG and WEBP files of less than ${HELP_NUMBERS.imageSize}, and SVG files of less than ${HELP_NUMBERS.svgSize}. On the page it is drawn at most ${HELP_NUMBERS.logoWidth} wide, at the top left, at the top center or above the product.`,
        'An SVG is turned into a picture: scripts and links inside it do not reach buyers.',
      ],
    },
    {
      id: 'layouts',
      question: 'Which layouts are there?',
      answer: [
        {
          list: [
            'Classic: two columns, the product on one side and the payment form on the other.',
            'Modern: one column in the center under a wide picture.',
            'Minimal: a narrow side column with the product, the form beside it.',
          ],
        },
        'On a phone all three become one column in the same order. You can change the layout at any time; nothing you typed is lost.',
      ],
    },
    {
      id: 'features',
      question: 'How many features can I list?',
      answer: [
        `Up to ${HELP_NUMBERS.features}. Type one and press Enter to add it; blank ones are left out. Change a feature where it stands, and drag it to move it.`,
      ],
    },
    {
      id: 'custom-fields',
      question: 'Can I ask buyers something before they pay?',
      answer: [
        `Yes, up to ${HELP_NUMBERS.customFields} things. Open the Content tab, press Add a field and choose what it asks for:`,
        {
          list: [
            'short or long text, with a minimum and a maximum length',
            'an email address, a phone number or a website',
            'a number or a date, with a minimum and a maximum if you like',
            `one of up to ${HELP_NUMBERS.fieldChoices} choices, as a dropdown or a list`,
            'a checkbox',
            'hidden: nobody sees it, a link fills it in',
          ],
        },
        'A field has a label, a help text if it needs one, and may have to be answered. Drag fields into their order, or use the arrows. We check every answer again when the buyer pays, whatever their browser says.',
      ],
      links: [{ label: 'Where the answers are', href: '/help#answers' }],
    },
    {
      id: 'answers',
      question: 'Where do I find what buyers answered?',
      answer: [
        'On the order, in the mail that tells you of the sale, and in the export of your orders, where each field has a column. Buyers find their answers on their receipt; hidden fields are for you alone.',
        'Rename a field or take it away, and answers that you have stay as they are, under the words that the buyer read. In an export the column has the newest name.',
      ],
      links: [{ label: 'Custom fields', href: '/help#custom-fields' }],
    },
    {
      id: 'prefilled-fields',
      question: 'Can a link fill in a field?',
      answer: [
        'Yes. Each field has a name for links, which stands in its editor. Add it to the address of your page with f. before it: /c/your-page?f.size=Large fills in the field with the name size, and a checkbox takes yes.',
        'A new field takes its name from its label. Later the name stays when the label changes, so that links that you gave away still work, until you type another one.',
      ],
      links: [{ label: 'Custom fields', href: '/help#custom-fields' }],
    },
    {
      id: 'testimonials',
      question: 'How do testimonials work?',
      answer: [
        `A page keeps up to ${HELP_NUMBERS.testimonials} testimonials, each with a name, an optional role, up to ${HELP_NUMBERS.testimonialText} characters of text and one to five stars (it starts at ${HELP_NUMBERS.rating}). Buyers see initials in place of a portrait.`,
        `Modern shows the first ${shown.modern}, Classic and Minimal the first ${shown.classic}. Drag the ones that matter to the top.`,
        'Only publish words that a real customer wrote and agreed to have quoted.',
      ],
    },
    {
      id: 'accent-color',
      question: 'Why does my accent color look different on the button?',
      answer: [
        `So that the button can be read. A page starts with ${DEFAULT_ACCENT}; where white letters would be hard to read on your color, the button takes a slightly deeper shade, or dark text. The builder shows the ratio and the shade. Elsewhere on the page your color stays as you chose it.`,
      ],
    },
    {
      id: 'fonts',
      question: 'Which fonts can I choose?',
      answer: [
        `${HELP_NUMBERS.fontPairs} pairs that go well together, or any two of ${HELP_NUMBERS.fonts} faces, one for headings and one for text. They are served from the same place as your page, never from a font company.`,
      ],
    },
    {
      id: 'several-prices',
      question: 'Can one page offer several prices?',
      answer: [
        `Yes, up to ${HELP_NUMBERS.prices}: once, weekly, monthly or yearly. Switch on Offer several prices under Content, name each one and drag them into order. The first is the page’s own and is chosen when it opens.`,
        'Beside a monthly price, a yearly one shows what it saves against paying twelve times. A coupon counts on each of them.',
      ],
    },
    {
      id: 'pay-what-you-want',
      question: 'Can buyers pay what they want?',
      answer: [
        `Yes. Switch on Pay what you want: the price becomes the one that is suggested, and buyers type theirs. Set a minimum and a maximum if you like, and up to ${HELP_NUMBERS.presets} suggested amounts.`,
        'Without a minimum people may also pay nothing; then no card is asked for. Coupons and several prices are off with it.',
      ],
    },
    {
      id: 'countdown',
      question: 'How does a countdown work?',
      answer: [
        'It counts to one moment that you set under Settings, with its time zone, the same for everybody. It goes by our clock and begins anew for nobody, also not after the page is loaded again.',
        {
          list: [
            'Only the text changes: buyers can still purchase.',
            'The page closes: buyers can’t purchase anymore.',
            'The price changes: you set the price after the countdown.',
          ],
        },
        'Whoever is on Stripe’s page when it ends keeps the price that they saw.',
      ],
    },
    {
      id: 'limited-stock',
      question: 'Can I sell only so many, or only for some time?',
      answer: [
        'Yes. Under Dates and stock you set when the page opens and closes, and how many pieces there are in all. No more are sold than that, however many buyers press at once.',
        'A piece is held while somebody pays and is free again when Stripe says that they did not. A refund gives none back, and a renewal of a subscription takes none.',
        'Buyers read what is left if you show it, and your own words before it opens, when it is closed and when it is sold out.',
      ],
    },
    {
      id: 'preview',
      question: 'Can I see the page as buyers will?',
      answer: [
        'The page beside the form is the page itself, not a picture of it. Switch it between Desktop, Tablet and Mobile, and choose what has happened on it: coupon applied, coupon wrong, terms ticked or not, paying.',
      ],
    },
    {
      id: 'saving-and-undo',
      question: 'Do I have to save?',
      answer: [
        'No. The draft saves itself while you work, and the bar says when. Buyers see nothing of a draft until you publish it.',
        'Undo and Redo remember your steps, also after the page was loaded anew. If your connection goes away, changes stay in this browser and are offered to you when you come back.',
      ],
    },
    {
      id: 'versions',
      question: 'Can I go back to an earlier version?',
      answer: [
        'Yes. Each time you publish, the page is kept as it was. Open the menu with the three dots, choose Versions, open one with View, and choose Restore to draft. Buyers see it when you publish again.',
      ],
    },
    {
      id: 'two-tabs',
      question: 'What if the same page is open in two tabs?',
      answer: [
        'The second one to change something is told that the page was changed elsewhere and chooses: load the other version, or keep its own. Nothing is overwritten before that.',
      ],
    },
    {
      id: 'keyboard',
      question: 'Can I work with the keyboard alone?',
      answer: [
        'Yes, the whole builder. Control or Command with Z undoes, with S saves at once, with Enter publishes. Press the question mark for the full list; shortcuts of a single key can be switched off there.',
      ],
    },
    {
      id: 'page-file',
      question: 'Can I keep a page as a file, or move it?',
      answer: [
        `Yes. Export to a file gives you the draft with its pictures and coupons as one JSON file; Import makes a new draft of it, here or in another shop that runs Tillwright. A file may have up to ${HELP_NUMBERS.pageFileSize}. It holds your coupon codes, so treat it as you treat them.`,
      ],
    },
  ],
};
