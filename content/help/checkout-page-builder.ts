import { DEFAULT_ACCENT } from '#domain/accent-color.ts';

import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

const { testimonialsShown: shown } = HELP_NUMBERS;

export const CHECKOUT_PAGE_BUILDER: HelpCategory = {
  id: 'checkout-page-builder',
  title: 'Checkout Page Builder',
  description: 'Add content, design your page, and ask buyers questions.',
  articles: [
    {
      id: 'required-fields',
      question: 'What does a page need before I can publish it?',
      answer: [
        `A product name of up to ${HELP_NUMBERS.productName} characters, a price, text for the pay button, and a connected Stripe account. Everything else is optional.`,
        `The description can have up to ${HELP_NUMBERS.description} characters, the pay button ${HELP_NUMBERS.buttonText}, and the success message ${HELP_NUMBERS.successMessage}. The builder tells you when something is too long.`,
      ],
    },
    {
      id: 'product-image',
      question: 'Which images can I use?',
      answer: [
        `JPG, PNG, or WEBP files of up to ${HELP_NUMBERS.imageSize}. GIF files work too, but only the first frame is shown. Drop an image on the field, paste it, or choose a file.`,
        'We resize and compress every image so that your page loads fast. Data that cameras store in photos, such as the location, is removed.',
        `Your images can take up ${HELP_NUMBERS.imageQuota} in total, measured after compression.`,
      ],
    },
    {
      id: 'logo',
      question: 'How big should my logo be?',
      answer: [
        `We recommend ${HELP_NUMBERS.logoSize}. You can upload JPG, PNG, and WEBP files of less than ${HELP_NUMBERS.imageSize}, and SVG files of less than ${HELP_NUMBERS.svgSize}. The page shows the logo at most ${HELP_NUMBERS.logoWidth} wide, at the top left, at the top center, or above the product.`,
        'SVG files are converted to regular images, so scripts and links inside them never reach buyers.',
      ],
    },
    {
      id: 'layouts',
      question: 'What layouts are there?',
      answer: [
        {
          list: [
            'Classic: two columns, with the product on one side and the payment form on the other.',
            'Modern: one centered column below a wide image.',
            'Minimal: a narrow product column next to the payment form.',
          ],
        },
        'On phones, all three become a single column. You can switch layouts at any time without losing anything.',
      ],
    },
    {
      id: 'features',
      question: 'How many features can I list?',
      answer: [
        `Up to ${HELP_NUMBERS.features}. Type a feature and press Enter to add it; blank ones are ignored. Click a feature to edit it, and drag it to reorder the list.`,
      ],
    },
    {
      id: 'custom-fields',
      question: 'Can I ask buyers for information before they pay?',
      answer: [
        `Yes, with up to ${HELP_NUMBERS.customFields} custom fields. Add a field on the Content tab and choose its type:`,
        {
          list: [
            'short or long text, with a minimum and maximum length',
            'an email address, phone number, or website',
            'a number or a date, with an optional minimum and maximum',
            `one of up to ${HELP_NUMBERS.fieldChoices} choices, as a dropdown or a list`,
            'a checkbox',
            'hidden: buyers don’t see it, and a link fills it in',
          ],
        },
        'Each field has a label, can have a help text, and can be required. Drag fields to reorder them, or use the arrows. We validate every answer again on our server when the buyer pays.',
      ],
      links: [{ label: 'Where to find the answers', href: '/help#answers' }],
    },
    {
      id: 'answers',
      question: 'Where do I find buyers’ answers?',
      answer: [
        'On the order, in the sale notification email, and in the order export, where each field has its own column. Buyers see their answers on their receipt, except for hidden fields.',
        'If you rename or delete a field, existing answers stay as they are, with the label the buyer saw. In an export, the column has the latest name.',
      ],
      links: [{ label: 'Custom fields', href: '/help#custom-fields' }],
    },
    {
      id: 'prefilled-fields',
      question: 'Can a link fill in a field?',
      answer: [
        'Yes. Each field has a URL parameter, which you can see when you edit the field. Add it to your page’s URL with f. in front: /c/your-page?f.size=Large fills in the field whose parameter is size. For a checkbox, use yes.',
        'A new field gets its parameter from its label. If you change the label later, the parameter stays the same, so links you’ve shared keep working. You can also change the parameter yourself.',
      ],
      links: [{ label: 'Custom fields', href: '/help#custom-fields' }],
    },
    {
      id: 'testimonials',
      question: 'How do testimonials work?',
      answer: [
        `You can add up to ${HELP_NUMBERS.testimonials} testimonials, each with a name, an optional role, up to ${HELP_NUMBERS.testimonialText} characters of text, and a rating of one to five stars (${HELP_NUMBERS.rating} by default). Buyers see the person’s initials next to each one.`,
        `Modern shows the first ${shown.modern}; Classic and Minimal show the first ${shown.classic}. Drag the best ones to the top.`,
        'Only publish testimonials from real customers who agreed to be quoted.',
      ],
    },
    {
      id: 'accent-color',
      question: 'Why does my accent color look different on the button?',
      answer: [
        `To keep the button readable. If white text would be hard to read on your color, the button uses a slightly darker shade or dark text. The builder shows the shade and its contrast ratio. New pages start with ${DEFAULT_ACCENT}.`,
      ],
    },
    {
      id: 'fonts',
      question: 'Which fonts can I choose?',
      answer: [
        `Choose one of ${HELP_NUMBERS.fontPairs} font pairs, or combine any two of ${HELP_NUMBERS.fonts} fonts, one for headings and one for text. Fonts load from the same server as your page, never from another company.`,
      ],
    },
    {
      id: 'extras',
      question: 'Can I offer extras with my product?',
      answer: [
        'Yes, up to three. On the Content tab, add an extra with a title and a price. You can also add text, a picture, and a regular price, which buyers see crossed out. Buyers see the extras above the pay button or under the price, and add one by checking its box. The total updates right away.',
        'Extras are never preselected, because consumer law in many countries forbids prechecked add-ons.',
        'If your page has several prices, choose which of them the extra is offered with. With a subscription, an extra is charged either once, with the first payment, or with every payment.',
        'Each extra is a separate line on receipts, orders, and exports. Under Orders, you can filter by extra and export all line items. Under Analytics, Extra shows how many buyers took each one.',
        'To refund only an extra, click Refund on the order and choose “Some items.” If you made a refund in Stripe, open the order and click Choose items to say what it was for.',
      ],
      links: [{ label: 'Coupons and extras', href: '/help#coupons-and-extras' }],
    },
    {
      id: 'several-prices',
      question: 'Can one page offer several prices?',
      answer: [
        `Yes, up to ${HELP_NUMBERS.prices}: one-time prices, subscriptions, and payment plans. Turn on Offer several prices on the Content tab, name each one, and drag them into order. The first price is selected when the page opens.`,
        'If you offer both a monthly and a yearly price, the yearly one shows how much buyers save. Coupons apply to all prices.',
      ],
    },
    {
      id: 'payment-plans',
      question: 'Can buyers pay in installments?',
      answer: [
        `Yes. On the Content tab, choose Payment plan as the payment type, enter the amount of each payment, and choose ${HELP_NUMBERS.installments} payments, weekly or monthly. The first payment is due right away. After the last one, the plan ends automatically.`,
        'To let buyers choose between paying in full and paying in installments, turn on Offer several prices, and add a payment plan or a one-time price. The builder shows the total of all payments, and how much more or less that is than paying in full.',
        {
          list: [
            'Before they pay, buyers see the number of payments, the amount of each, and the total.',
            'A percentage coupon lowers each payment. A fixed amount is taken off the total and split across the payments, each rounded down.',
            'Extras are charged with the first payment.',
            'If a payment fails, Stripe tries again, and we email the buyer a link for paying.',
            'Under Orders, you see how many payments were made. Buyers see that under Your purchases, with the date of the next payment.',
          ],
        },
        'Buyers can’t cancel a payment plan themselves. To end one early, open the order and click End plan. No more payments are charged after that, and past payments aren’t refunded automatically.',
        'Payment plans can’t be combined with quantities or Pay what you want. In some countries, payment plans for consumers count as consumer credit, especially if they cost more than paying in full. If you’re not sure, ask a lawyer.',
      ],
      links: [{ label: 'Offer several prices', href: '/help#several-prices' }],
    },
    {
      id: 'free-trials',
      question: 'Can I offer a free trial?',
      answer: [
        `Yes, for subscriptions. On the Content tab, open Setup fee and free trial under the price, and enter up to ${HELP_NUMBERS.buyerTrialDays} days. Buyers pay nothing for the subscription until the trial ends; the page, the summary, and the pay button show what’s due today.`,
        'If you ask for a card when the trial starts, the subscription continues after the trial, and the card is charged. If you don’t, the subscription ends with the trial, unless the buyer adds a card before then.',
        'A setup fee and extras that are charged once are due when the trial starts. Buyers who pay for them enter a card, which is also charged after the trial. Coupons must be for all payments; they lower the payments after the trial.',
        'A week before the first payment, we remind buyers by email and link to where they can cancel. For a trial of a week or less, we remind them a day before. Buyers who cancel keep the rest of their trial and pay nothing.',
        'Each buyer gets one free trial of a page, recognized by their email address. If they try to start another, the page offers the subscription without a trial.',
      ],
      links: [
        { label: 'Charge a setup fee', href: '/help#setup-fees' },
        { label: 'How buyers cancel', href: '/help#buyers-cancel' },
      ],
    },
    {
      id: 'setup-fees',
      question: 'Can I charge a setup fee?',
      answer: [
        'Yes, for subscriptions. On the Content tab, open Setup fee and free trial under the price, and enter the fee. It’s charged once, with the first payment. With a free trial, it’s due when the trial starts.',
        'The fee is a separate line on the page, on receipts, and on the order, where you can refund it on its own. Coupons never lower it.',
      ],
      links: [{ label: 'Offer a free trial', href: '/help#free-trials' }],
    },
    {
      id: 'pay-what-you-want',
      question: 'Can buyers pay what they want?',
      answer: [
        `Yes. Turn on Pay what you want: your price becomes the suggested amount, and buyers enter their own. You can set a minimum, a maximum, and up to ${HELP_NUMBERS.presets} suggested amounts.`,
        'Without a minimum, buyers can also pay nothing; no card is needed then. Coupons, several prices, and quantities aren’t available for these pages.',
      ],
    },
    {
      id: 'quantities',
      question: 'Can buyers buy more than one unit at once?',
      answer: [
        `Yes. On the Content tab, turn on Let buyers choose the quantity, and enter the smallest and the largest quantity, up to ${HELP_NUMBERS.quantity}. You can also name the unit, such as “seat” and “seats.” Your price is the price per unit. Buyers always see the total before they go to Stripe, with or without JavaScript.`,
        `To charge less for larger quantities, add up to ${HELP_NUMBERS.lowerPrices} lower prices under Volume pricing. Each starts at the quantity you enter and applies to all units of the order. If your page has several prices, each can have its own lower price; leave a field blank if it has none.`,
        {
          list: [
            'Stock counts every unit. If too few are left, buyers see how many they can still buy. On pages with limited stock, one buyer can’t reserve more than the largest quantity.',
            'A percentage coupon is taken off the total of all units. A fixed amount is taken off once per order.',
            'Extras are added once, whatever the quantity.',
            'Subscriptions charge for all units with every payment. The units are one subscription and end together.',
          ],
        },
        'To set the quantity with a link, add ?quantity= and the number to your page’s URL. Buyers can still change it.',
        'Quantities can’t be combined with Pay what you want or payment plans.',
      ],
      links: [
        { label: 'Limit the stock', href: '/help#limited-stock' },
        { label: 'Refund a buyer', href: '/help#refund-a-buyer' },
      ],
    },
    {
      id: 'bundles',
      question: 'How do I sell a bundle?',
      answer: [
        `A bundle is a page that sells ${HELP_NUMBERS.bundleProducts} of your published pages together for one price. On the Content tab, click Make this page a bundle, and add the pages in the order in which buyers should see them. If a page has several prices, choose one of its one-time prices. Or start with the template Three e-books, which makes three pages and a bundle of them.`,
        'Buyers see each product with its picture and a link to its page. If the bundle costs less than its products, they also see how much they save. We calculate that from your pages’ current prices, so it’s always accurate.',
        {
          list: [
            'Buyers get what each page delivers, in its current version.',
            'Each product is a separate line on orders and exports, with its share of the price. You can refund one without the others.',
            'If you unpublish one of the pages, or if it’s sold out, the bundle is sold out, too. You can’t delete a page while a bundle contains it.',
            'The bundle has its own coupons and extras. Those of its products don’t apply.',
            'All products need one-time prices in the bundle’s currency. A bundle can’t contain another bundle, and it can’t be combined with quantities or subscriptions.',
          ],
        },
        'Buyers who already have some of the products find an offer under Your purchases: they get the others for the price of the bundle minus what they’ve paid.',
        'Orders count toward the bundle’s page. Under Analytics, a product’s page shows how often it was sold in bundles.',
      ],
      links: [
        { label: 'Offer extras', href: '/help#extras' },
        { label: 'Limit the stock', href: '/help#limited-stock' },
        { label: 'Refund a buyer', href: '/help#refund-a-buyer' },
      ],
    },
    {
      id: 'countdown',
      question: 'How does a countdown work?',
      answer: [
        'It counts down to a date and time that you set in Settings, with a time zone. It’s the same for every visitor, runs on our clock, and doesn’t restart when the page is reloaded. When it ends, one of these happens:',
        {
          list: [
            'Only the text changes: buyers can still buy.',
            'The page closes: buyers can’t buy anymore.',
            'The price changes: you set the price after the countdown.',
          ],
        },
        'Buyers who are already on Stripe’s page when it ends still pay the price they saw.',
      ],
    },
    {
      id: 'page-language',
      question: 'Can my page be in another language?',
      answer: [
        'Yes. Write your texts in any language, including right-to-left languages, and choose it under Language in Settings. Screen readers then pronounce your texts correctly, translation tools offer to translate them, and times on the page follow that language.',
        'Built-in labels, such as Email, Coupon code, and Apply, and messages to buyers stay in English. Stripe’s page uses the language of the buyer’s browser.',
      ],
    },
    {
      id: 'limited-stock',
      question: 'Can I limit the stock or the sales period?',
      answer: [
        'Yes. In Settings, choose when the page opens and closes and how many units you have in total. We never sell more than that, even if many buyers pay at the same time.',
        'An order uses one unit, or as many as the buyer chooses. Units are reserved while a buyer is paying and released if the payment doesn’t go through. Refunds don’t restock them, and subscription renewals don’t use any.',
        'You can show buyers how many units are left, and write your own messages for before the page opens, after it closes, and when it’s sold out.',
      ],
      links: [{ label: 'Let buyers choose the quantity', href: '/help#quantities' }],
    },
    {
      id: 'deliver',
      question: 'How do I deliver files, license keys, and links?',
      answer: [
        'On the Delivery tab. Buyers get everything there as soon as they pay: on the page they see after paying, in their receipt email, and under Your purchases.',
        {
          list: [
            `Files: drop them on the tab, or choose them. Each can be up to ${HELP_NUMBERS.fileSize}. A buyer can download a file ${HELP_NUMBERS.downloads} times, unless you change that in its settings.`,
            `License keys: we generate them when they’re sold, or you add your own list, up to ${HELP_NUMBERS.keysAtOnce} keys at a time. Buyers get one key for each unit they pay for. When your list is empty, the page is sold out.`,
            'Private links: buyers open them through a link on this site. If you sign the URL, your site can check that the buyer has paid.',
            `Texts: instructions or anything else, up to ${HELP_NUMBERS.deliveredText} characters.`,
          ],
        },
        `A page can deliver up to ${HELP_NUMBERS.deliverables} items. If the page has several prices or extras, choose under Included with which of them each item comes with. Click Try as a buyer to see what buyers get.`,
        'You can publish the page once everything is ready: files are uploaded, links have a URL, and lists have keys. Changes to an item’s settings apply right away, even for buyers who already have it.',
      ],
      links: [{ label: 'Replace a file', href: '/help#replace-file' }],
    },
    {
      id: 'interrupted-upload',
      question: 'What if an upload is interrupted?',
      answer: [
        'It continues automatically when your connection is back. If you closed the page, open the Delivery tab within a day and choose the same file again. Only the missing part is uploaded.',
      ],
    },
    {
      id: 'replace-file',
      question: 'How do I replace a file that buyers already have?',
      answer: [
        'On the Delivery tab, open the file’s menu and click Replace file. Everyone who has access gets the new version from then on. If this server scans files for viruses, they get it after the scan.',
        'Version history lists all versions. You can download any version, switch buyers back to an earlier one, and email everyone who has access about a new one, at most once every seven days per page. Buyers can turn these emails off with a link in each email.',
      ],
    },
    {
      id: 'send-buyers-to-site',
      question: 'Can buyers continue on my own site after paying?',
      answer: [
        'Yes. On the Delivery tab, choose Send buyers to my site and enter its URL. Buyers see what they bought for a few seconds and then continue to your site. The URL can include the order’s number and ID. If you sign it, your site can check that the buyer has paid.',
      ],
    },
    {
      id: 'preview',
      question: 'Can I see the page as buyers will?',
      answer: [
        'Yes. The preview shows your draft as you edit. Switch between Desktop, Tablet, and Mobile, and choose a state to preview, such as coupon applied, invalid coupon, terms not accepted, or sold out.',
      ],
    },
    {
      id: 'saving-and-undo',
      question: 'Do I have to save?',
      answer: [
        'No. Your draft is saved automatically as you work. Buyers don’t see it until you publish.',
        'Undo and Redo work even after you reload the page. If you lose your connection, your changes stay in this browser, and you can restore them when you open the page again.',
      ],
    },
    {
      id: 'versions',
      question: 'Can I go back to an earlier version?',
      answer: [
        'Yes. Each time you publish, that version is saved. Click the three dots in the builder and choose Versions. Click View next to a version, then Restore to draft. Buyers see it when you publish again.',
      ],
    },
    {
      id: 'two-tabs',
      question: 'What if the same page is open in two tabs?',
      answer: [
        'If both tabs make changes, the second one tells you that the page was changed elsewhere. You can load the other version or keep yours. Nothing is overwritten until you choose.',
      ],
    },
    {
      id: 'keyboard',
      question: 'Can I use the builder with a keyboard?',
      answer: [
        'Yes, all of it. Ctrl (or Command) with Z undoes, with S saves right away, and with Enter publishes. Press the question mark for the full list, where you can also turn off single-key shortcuts.',
      ],
    },
    {
      id: 'license-keys',
      question: 'How do I sell license keys?',
      answer: [
        {
          steps: [
            'Open the Delivery tab in the builder and add license keys.',
            'Choose Generate keys to create a new key for each sale, or Use my list to sell keys that you already have.',
            `Choose how many devices can use a key, from ${HELP_NUMBERS.licenseDevices} or without a limit, and how long it’s valid.`,
            'For a list, open License keys, click Add keys, and paste your keys or choose a CSV file.',
            'Publish the page. Buyers see their key right after they pay, in their receipt, and under Your purchases.',
          ],
        },
        `You can add up to ${HELP_NUMBERS.newLicenseKeys} keys at a time and keep up to ${HELP_NUMBERS.licenseKeys} for a product. Keys that you’ve added before are skipped, and you see which lines they’re on. Buyers get the keys in the order in which you added them.`,
        `We email you when only ${HELP_NUMBERS.licenseWarning} unused keys are left on a list, and again when there are none. Your page is then sold out until you add more keys.`,
      ],
      links: [{ label: 'Look up a license key', href: '/help#license-devices' }],
    },
    {
      id: 'license-devices',
      question: 'How do I look up a license key or free a device?',
      answer: [
        'Open License keys and search by the last characters of the key or by the buyer’s email. Click a key to see its order and its devices. Remove a device that a buyer no longer has, so that the key can be used on another one, or change how many devices are allowed and how long the key is valid.',
        'Lists show only the end of a key. To see the full key, click Show key. You may have to confirm that it’s you, and we keep a record of each time a key is shown.',
        'A key is paused while a payment is disputed or overdue, and ends when the order is refunded in full. Unless a key is active, the license API reports it as not valid.',
      ],
      links: [{ label: 'How do I sell license keys?', href: '/help#license-keys' }],
    },
    {
      id: 'license-api',
      question: 'How does my app check a license key?',
      answer: [
        'Your app sends the key to our license API, which needs no API key, so there’s no secret to hide in your app. It can activate the key on a device, check it, and deactivate it again.',
        `When a key is valid, your app also gets a signed proof that it can verify offline for ${HELP_NUMBERS.proofDays}. The public key for that is the same for all your products. You’ll find a link to it below your list of license keys.`,
      ],
      links: [{ label: 'License API', href: '/developers/licenses' }],
    },
    {
      id: 'page-file',
      question: 'Can I save a page as a file or move it?',
      answer: [
        `Yes. Click the three dots in the builder to export your draft as a JSON file, including its images and coupons, or to import a file as a new page. You can also import it on another installation of Tillwright. Files can be up to ${HELP_NUMBERS.pageFileSize}. The file contains your coupon codes, private links, and texts for buyers, so keep it private.`,
        'It lists the files that the page delivers, but doesn’t contain them: download them, and upload them again on the other installation. The command line does both for you, with --with-files. License keys on your lists aren’t included.',
        'The file of a bundle identifies its products by the URLs of their pages. After the import, we tell you which of them aren’t among your pages.',
      ],
      links: [{ label: 'Command line', href: '/developers/cli' }],
    },
  ],
};
