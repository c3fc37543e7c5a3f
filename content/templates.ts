import { createEmptyConfig, createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, VALID_DAYS, type DeliverableSettings } from '#domain/deliverable.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';

type TemplateExtra = Pick<CheckoutPageConfig['bumps']['items'][number], 'id' | 'title' | 'text' | 'price'>;

/** One extra, charged once. */
const createBumps = (extra: TemplateExtra): CheckoutPageConfig['bumps'] => ({
  items: [{ ...extra, enabled: true, image: null, regularPrice: '', billing: 'one-time', offeredWith: null }],
  position: 'above-button',
});

/** A file slot is still empty. */
export type TemplateDeliverable = { name: string; settings: DeliverableSettings };

export type TemplatePage = {
  config: CheckoutPageConfig;
  /** What the page delivers with every price. It is created with the page, because it is no part of its config. */
  deliverables?: readonly TemplateDeliverable[] | undefined;
};

/** A complete page to start from. Its picture is a file under `public/`, not stored media; the source is in `templates/`. */
export type PageTemplate = TemplatePage & {
  id: string;
  name: string;
  /** One sentence for the gallery. */
  description: string;
  picture: string;
  /** Pages that are created before the page itself, which is a bundle of them. */
  products?: readonly TemplatePage[];
};

const BOOK_FILE: TemplateDeliverable = {
  name: 'Your book (PDF or EPUB)',
  settings: createDeliverableSettings('file'),
};

const course: PageTemplate = {
  id: 'course',
  name: 'Online course',
  description: 'Lessons that buyers keep and take at their own pace.',
  picture: '/templates/course.webp',
  deliverables: [
    { name: 'Your course', settings: createDeliverableSettings('link') },
    {
      name: 'Before you begin',
      settings: {
        kind: 'text',
        validity: 'forever',
        validDays: VALID_DAYS.default,
        text: 'Open the course with the link above, and save it where you will find it again. Watch this month’s chapter first, whichever month it is.\n\nIf something doesn’t work, reply to the email with your receipt.',
      },
    },
  ],
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'A First Year with Bees',
    description:
      'A video course for people who have room for one hive and no idea where to put it. Twelve chapters, one for each month, filmed in the same garden from the first box to the first jar.',
    price: '79',
    bumps: createBumps({
      id: 'workbook',
      title: 'A printable hive diary',
      text: 'Twelve months of inspection pages with room for your notes. A PDF to print yourself.',
      price: '19',
    }),
    features: [
      '12 chapters, 5 h 40 min, yours to keep',
      'What to look for at every inspection, on one page',
      'A shopping list with the cheaper choice marked',
      'Swarms, stings, and losses shown as they happened',
      'Monthly plans for mild and hard winters',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Maren Lindqvist',
          role: 'Second-year keeper, Uppsala',
          rating: 5,
          text: 'I watched the April chapter three times before I opened the lid. The frames looked just as they did in the film, so my hands stayed calm.',
        },
        {
          name: 'Desmond Achieng',
          role: 'Allotment holder, Bristol',
          rating: 5,
          text: 'The shopping list saved me two trips and about sixty pounds. I bought one smoker, not three.',
        },
        {
          name: 'Paola Ruggeri',
          role: 'Teacher, Udine',
          rating: 4,
          text: 'My class followed along for a whole school year. I would have liked more on wasps, the rest was all there.',
        },
      ],
    },
    accentColor: '#e0a100',
    buttonText: 'Get the course',
    successMessage: 'Thank you. You have all twelve chapters now. Begin with the month you are in.',
    fonts: { ...FONT_PRESETS.friendly },
  },
};

const ebook: PageTemplate = {
  id: 'e-book',
  name: 'E-book',
  description: 'A short page for one book, with the form beside it.',
  picture: '/templates/e-book.webp',
  deliverables: [BOOK_FILE],
  config: {
    ...createEmptyConfig(),
    layout: 'minimal',
    productName: 'The Balcony Year',
    description:
      'How to eat from two square meters. Forty plants that do well in pots, what to do with them each month, and which ones to leave alone.',
    price: '12.50',
    currency: 'GBP',
    bumps: createBumps({
      id: 'audiobook',
      title: 'The audiobook',
      text: 'Read by the author, 3 h 20 min, to listen to while you water.',
      price: '9',
    }),
    features: [
      '184 pages, EPUB and PDF',
      '40 plants with pot sizes and sowing weeks',
      'A page to print for every month',
      'Corrections and new editions included',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Rosalind Oyelaran',
          role: 'Third floor, Glasgow',
          rating: 5,
          text: 'It told me not to grow courgettes. I grew peas instead and ate them until September.',
        },
        {
          name: 'Tomasz Wilk',
          role: 'Nurse, Gdańsk',
          rating: 5,
          text: 'North-facing, windy, and still eleven kinds of salad. The pot sizes alone were worth the price.',
        },
      ],
    },
    accentColor: '#3d6b35',
    buttonText: 'Get the book',
    successMessage:
      'Thank you. Both files are yours, for every device you own. Chapter 2 helps you choose the first five plants.',
    fonts: { ...FONT_PRESETS.classic },
  },
};

type SmallPage = Pick<CheckoutPageConfig, 'productName' | 'description' | 'price' | 'features'>;

const createEbookPage = (page: SmallPage): TemplatePage => ({
  deliverables: [BOOK_FILE],
  config: {
    ...createEmptyConfig(),
    ...page,
    layout: 'minimal',
    accentColor: '#7b3f61',
    buttonText: 'Get the book',
    successMessage: 'Thank you. Your book is ready to download.',
    fonts: { ...FONT_PRESETS.elegant },
  },
});

const ebookBundle: PageTemplate = {
  id: 'e-books',
  name: 'Three e-books',
  description: 'Three small pages for your books, and a page that sells them together for less.',
  picture: '/templates/e-books.webp',
  products: [
    createEbookPage({
      productName: 'Seeds in March',
      description: 'What to sow on a windowsill while it is still cold outside, and how to keep it alive until May.',
      price: '15',
      features: ['96 pages, EPUB and PDF', 'A sowing calendar to print'],
    }),
    createEbookPage({
      productName: 'Water in July',
      description: 'Pots, beds, and lawns in a dry summer. How much water they need, and when to leave them alone.',
      price: '15',
      features: ['112 pages, EPUB and PDF', 'Tables for twenty vegetables'],
    }),
    createEbookPage({
      productName: 'Apples in October',
      description: 'Picking, storing, drying, and pressing, for people with one tree and too many apples.',
      price: '15',
      features: ['104 pages, EPUB and PDF', 'Eleven recipes for a full shelf'],
    }),
  ],
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'The Whole Garden Year',
    description: 'All three books together, from the first seeds in March to the last apples in October.',
    price: '30',
    features: [
      'Three books, 312 pages in all',
      'EPUB and PDF of each book',
      'New editions at no extra cost',
      'A sowing calendar and watering tables to print',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Henrike Solberg',
          role: 'Allotment holder, Bergen',
          rating: 5,
          text: 'I bought the first book in spring and the other two in June. The chapter on drying apples paid for all of them.',
        },
        {
          name: 'Matteo Ferrante',
          role: 'Teacher, Bari',
          rating: 5,
          text: 'The watering tables hang in our school garden. Since then nobody asks me whether it is time yet.',
        },
      ],
    },
    accentColor: '#7b3f61',
    buttonText: 'Get all three books',
    successMessage: 'Thank you. All three books are ready to download.',
    fonts: { ...FONT_PRESETS.elegant },
  },
};

const coaching: PageTemplate = {
  id: 'coaching',
  name: 'Coaching',
  description: 'Personal coaching, billed weekly or in three payments.',
  picture: '/templates/coaching.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'Back to Running',
    description:
      'A coach for the weeks after an injury, a baby, or a long break. You get a plan each Sunday, written after reading how last week went, and an answer when something hurts.',
    price: '32',
    paymentType: 'subscription',
    billingFrequency: 'weekly',
    priceOptions: {
      baseName: 'Week by week',
      others: [
        {
          id: 'three-payments',
          name: 'Twelve weeks, in three payments',
          price: '112',
          paymentType: 'payment-plan',
          billingFrequency: 'monthly',
          paymentTerms: { ...createPaymentTerms(), installments: 3 },
        },
      ],
    },
    features: [
      'A new plan every Sunday, three or four runs',
      'A 20-minute call in the first week',
      'Replies on weekdays, within a day',
      'Strength work that needs a chair and a stair',
      'A pause whenever you need one',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Ngozi Adeyemi',
          role: 'Runner, Toronto',
          rating: 5,
          text: 'For five weeks I walked more than I ran. In week nine I did 8 km along the lake and my shin said nothing.',
        },
        {
          name: 'Kasper Holm',
          role: 'Father of two, Aarhus',
          rating: 5,
          text: 'She reads my notes. When I wrote that I had slept four hours, Tuesday became a walk.',
        },
      ],
    },
    accentColor: '#d9480f',
    buttonText: 'Start this week',
    successMessage:
      'Thank you. Write me three lines about your last run, however long ago it was. We begin from there.',
    fonts: { ...FONT_PRESETS.bold },
  },
};

const membership: PageTemplate = {
  id: 'membership',
  name: 'Membership',
  description: 'Classes or content for members, billed monthly after a free trial.',
  picture: '/templates/membership.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    productName: 'The Quiet Mat',
    description:
      'Slow yoga at home, without music and without mirrors. Four live classes a week and a library of recordings from ten minutes to an hour.',
    price: '18',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    paymentTerms: { ...createPaymentTerms(), trialDays: 14 },
    bumps: createBumps({
      id: 'workshop',
      title: 'A workshop on sitting well',
      text: 'Ninety minutes live, once, with the recording afterwards.',
      price: '39',
    }),
    features: [
      'Four live classes a week',
      '160 recordings, sorted by length',
      'Chair versions of every class',
      'New recordings each Monday',
      'Cancel in any month',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Ilona Varga',
          role: 'Bookkeeper, Pécs',
          rating: 5,
          text: 'Ten minutes before work, every day since March. I can sit through a whole meeting now without leaning on the table.',
        },
        {
          name: 'Marcus Tolliver',
          role: 'Retired postman, Savannah',
          rating: 5,
          text: 'I do the chair versions. Nobody has ever told me to listen to the universe.',
        },
        {
          name: 'Sunniva Dale',
          role: 'Member since 2023, Bergen',
          rating: 4,
          text: 'The live classes are early for me, so I use the recordings. Sorting them by length is the clever part.',
        },
        {
          name: 'Priya Raghunathan',
          role: 'Software tester, Chennai',
          rating: 5,
          text: 'My back hurt less after six weeks. I stayed because her voice is plain and the classes end on time.',
        },
      ],
    },
    accentColor: '#9c4a2f',
    buttonText: 'Become a member',
    successMessage:
      'Welcome. You are a member from today. If you are new, take the ten-minute class called Feet first.',
    fonts: { ...FONT_PRESETS.elegant },
  },
};

const newsletter: PageTemplate = {
  id: 'newsletter',
  name: 'Newsletter',
  description: 'A paid newsletter, billed yearly.',
  picture: '/templates/newsletter.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'minimal',
    productName: 'Paper Boat',
    description:
      'A letter each Sunday about one small port: who works there, what it smells of, what the ferry brings. About 900 words, no links to chase.',
    price: '50',
    currency: 'EUR',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
    features: [
      '50 letters a year, on Sunday mornings',
      'A hand-drawn map of each port',
      'All 140 earlier letters',
      'Two weeks off in August',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Aino Kettunen',
          role: 'Reader, Turku',
          rating: 5,
          text: 'I read it aloud at breakfast. We went to Syros because of letter 61 and found the man with the rope shop.',
        },
        {
          name: 'Bernard Okafor',
          role: 'Ship’s engineer',
          rating: 5,
          text: 'I have been to a third of these ports. He gets the harbormasters right.',
        },
      ],
    },
    accentColor: '#0b6aa0',
    buttonText: 'Subscribe',
    successMessage:
      'Thank you for reading. The next letter comes on Sunday. Until then, letter 12 is a good place to start.',
    fonts: { ...FONT_PRESETS.minimal },
  },
};

const presets: PageTemplate = {
  id: 'presets',
  name: 'Presets',
  description: 'Digital files such as presets, brushes, or samples.',
  picture: '/templates/presets.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    productName: 'Overcast: 24 presets for gray days',
    description:
      'Made from ten years of photographing in rain. Skin stays skin, snow stays white, and every preset leaves the exposure as you shot it.',
    price: '34',
    features: [
      '24 presets for Lightroom and Capture One',
      'A phone version of each',
      'Six raw files to practice on',
      'Notes on when not to use them',
      'License for paid work',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Eilidh Morrison',
          role: 'Wedding photographer, Skye',
          rating: 5,
          text: 'It rained at nineteen of my weddings last year. Number 7 is now the first thing I click.',
        },
        {
          name: 'João Batista Neves',
          role: 'Street photographer, Porto',
          rating: 4,
          text: 'I use five of them all the time. The two foggy ones are too green for me, and the notes say so.',
        },
        {
          name: 'Hana Procházková',
          role: 'Picture editor, Brno',
          rating: 5,
          text: 'A whole series from three cameras, matched in an afternoon. The reds did not move.',
        },
        {
          name: 'Wei Jun Tan',
          role: 'Hiker, Penang',
          rating: 5,
          text: 'The practice files taught me more than the presets did. I mean that kindly.',
        },
      ],
    },
    accentColor: '#6a4c93',
    buttonText: 'Get the presets',
    successMessage:
      'Thank you. The folder has one set for each program and a page on how to install it. Begin with number 7.',
    fonts: { ...FONT_PRESETS.modern },
  },
};

const software: PageTemplate = {
  id: 'software',
  name: 'Software',
  description: 'An app license, renewed every year.',
  picture: '/templates/software.webp',
  deliverables: [
    {
      name: 'License key',
      settings: {
        kind: 'keys',
        validity: 'subscription',
        validDays: VALID_DAYS.default,
        source: 'generated',
        prefix: 'SHOEBOX',
        maxActivations: 3,
      },
    },
  ],
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'Shoebox 4',
    description:
      'A desktop app that reads your receipts and puts them in order. Drop in photos, PDFs, or a whole folder. Everything stays on your own computer.',
    price: '39',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
    features: [
      'Reads date, shop, total, and tax in 31 languages',
      'macOS, Windows, and Linux. Three computers per license.',
      'One file for your accountant (CSV and PDF)',
      'Works without a network, no account needed',
      'Opens and exports everything after the license ends',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Greta Niemann',
          role: 'Carpenter, Lübeck',
          rating: 5,
          text: 'Fourteen months of receipts in one evening. It asked me about nine of them and guessed the rest right.',
        },
        {
          name: 'Luis Ortega Peña',
          role: 'Tour guide, Oaxaca',
          rating: 5,
          text: 'My receipts are thermal paper that lived in a hot car. It reads what I can read, and says when it cannot.',
        },
        {
          name: 'Fatima Zahra Alami',
          role: 'Bookkeeper, Rabat',
          rating: 4,
          text: 'Six clients send me the same tidy file now. I wish it had a dark mode.',
        },
      ],
    },
    accentColor: '#2563eb',
    buttonText: 'Buy a license',
    successMessage:
      'Thank you. Your license runs for a year and covers three computers. Start with one folder, the messiest you have.',
    fonts: { ...FONT_PRESETS.tech },
  },
};

const event: PageTemplate = {
  id: 'event',
  name: 'Event',
  description: 'Tickets for a workshop, a class, or an evening event, cheaper for groups.',
  picture: '/templates/event.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    productName: 'Lantern Night on the Old Canal',
    description:
      'An evening walk in Kurashiki on the third Saturday in October, from 18:00 to 20:30. We paint a paper lantern each, light them at dusk, and set them on the water by the red bridge.',
    price: '4800',
    currency: 'JPY',
    quantity: {
      enabled: true,
      minimum: 1,
      maximum: 10,
      singular: 'ticket',
      plural: 'tickets',
      tiers: [{ from: 4, price: '4300', optionPrices: {} }],
    },
    customFields: [
      {
        id: 'language',
        kind: 'radio',
        name: 'language',
        label: 'In which language should your guide speak?',
        help: '',
        required: true,
        choices: ['Japanese', 'English'],
        min: '',
        max: '',
      },
    ],
    features: [
      'Paper, paint, and candle for one lantern',
      'Tea and chestnut sweets at the bridge house',
      'Guides in Japanese and English',
      'Children under seven come along free',
      'If it rains, we meet on Sunday instead',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Haruka Nishida',
          role: 'Came in 2024, Okayama',
          rating: 5,
          text: 'My father painted a crab. It went under the bridge first and he talked about it all the way home.',
        },
        {
          name: 'Oliver Stanhope',
          role: 'Visitor from Adelaide',
          rating: 5,
          text: 'Quiet, well led, and back at the station by nine. The boats collect every lantern afterwards.',
        },
        {
          name: 'Lucie Marchetti',
          role: 'Visitor from Lyon',
          rating: 4,
          text: 'Bring a warm coat. The painting takes an hour and you sit by the water.',
        },
        {
          name: 'Kenji Morimoto',
          role: 'Lives by the canal',
          rating: 5,
          text: 'I have watched from my window for years. This time I went down, and it is better from below.',
        },
      ],
    },
    accentColor: '#c0332b',
    buttonText: 'Book tickets',
    successMessage:
      'Thank you, you are booked. We meet at 18:00 by the stone lantern at the south end of the canal. Your name is on our list, with the number of your tickets.',
    fonts: { ...FONT_PRESETS.classic },
  },
};

const community: PageTemplate = {
  id: 'community',
  name: 'Community',
  description: 'A paid group where people meet and help each other.',
  picture: '/templates/community.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    productName: 'The Mending Circle',
    description:
      'For everyone with a drawer of clothes that only need an hour. We meet online on Wednesdays, each bring one torn thing, and mend it together.',
    price: '12',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    features: [
      'Two meetings each Wednesday, morning and evening',
      'A new technique on the first of the month',
      'A place to show a hole and ask what to do',
      'Thread swaps by post, four times a year',
      'Leave and come back when you like',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Birgit Aaltonen',
          role: 'Member since the start, Tampere',
          rating: 5,
          text: 'I came with one sock. I am now on my brother’s fourth pair of work trousers.',
        },
        {
          name: 'Yusuf Demirel',
          role: 'Student, İzmir',
          rating: 5,
          text: 'Somebody in Oregon looked at my jacket and told me which thread. It has held for two winters.',
        },
        {
          name: 'Constance Abara',
          role: 'Night nurse, Lagos',
          rating: 5,
          text: 'The evening meeting is my morning. Nobody minds if I only listen and sew.',
        },
        {
          name: 'Ray Kowalczyk',
          role: 'Beginner, Milwaukee',
          rating: 4,
          text: 'My darns are ugly and warm. There is a whole thread for ugly and warm.',
        },
      ],
    },
    accentColor: '#3b4a9e',
    buttonText: 'Join the circle',
    successMessage:
      'Welcome to the circle. The next meeting is on Wednesday. Bring one thing with a hole in it. We have the rest.',
    fonts: { ...FONT_PRESETS.friendly },
  },
};

const donation: PageTemplate = {
  id: 'donation',
  name: 'Donation',
  description: 'Recurring support for a good cause.',
  picture: '/templates/donation.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'minimal',
    productName: 'A friend of the owl barn',
    description:
      'We look after barn owls that fell, flew into wires, or lost their barn. Eight euros a month feeds one owl until it can hunt again.',
    price: '8',
    currency: 'EUR',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    features: [
      'Food for one owl in our care',
      'New boxes in barns that are being rebuilt',
      'An account of every euro, each January',
      'Stop whenever you need to',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Henk Dijkstra',
          role: 'Farmer, Friesland',
          rating: 5,
          text: 'They hung a box in my new shed. Two winters empty, then five young ones in one summer.',
        },
        {
          name: 'Clara Winkelmann',
          role: 'Giving since 2021, Jena',
          rating: 5,
          text: 'The January account is two pages and I understand both. Last year the money went on mice and a roof.',
        },
      ],
    },
    accentColor: '#96591a',
    buttonText: 'Support the barn',
    successMessage:
      'Thank you. Your first month has reached us and goes into the food store. You can stop whenever you need to.',
    fonts: { ...FONT_PRESETS.professional },
  },
};

const consulting: PageTemplate = {
  id: 'consulting',
  name: 'Consulting',
  description: 'A consultation at a fixed price, once or as a retainer with a setup fee.',
  picture: '/templates/consulting.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'A Day on Your Prices',
    description:
      'For small shops and studios that have not touched their prices since they opened. I read your last twelve months, we spend a day together, and you leave with a new price list.',
    price: '1200',
    priceOptions: {
      baseName: 'The day',
      others: [
        {
          id: 'retainer',
          name: 'The day, then a call every month',
          price: '90',
          paymentType: 'subscription',
          billingFrequency: 'monthly',
          paymentTerms: { ...createPaymentTerms(), setupFee: '1200' },
        },
      ],
    },
    features: [
      'Two hours of reading before we meet',
      'One full day, by video or at your table',
      'A price list that you can publish the next morning',
      'Words for telling your regulars',
      'A 45-minute call six weeks later',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Annelise Fontaine',
          role: 'Picture framer, Québec',
          rating: 5,
          text: 'We dropped eleven sizes and raised four. I lost two customers and work one evening less.',
        },
        {
          name: 'Rajiv Menon',
          role: 'Web studio, Kochi',
          rating: 5,
          text: 'By lunch we knew that our smallest job was the one that cost us money. It was on the list for nine years.',
        },
      ],
    },
    accentColor: '#3f3f46',
    buttonText: 'Book the day',
    successMessage:
      'Thank you. I will suggest three dates within two working days. Until then, gather last year’s invoices. They may be messy.',
    fonts: { ...FONT_PRESETS.professional },
  },
};

const music: PageTemplate = {
  id: 'music',
  name: 'Music',
  description: 'An album or single, sold straight to fans.',
  picture: '/templates/music.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'minimal',
    productName: 'Low Tide Sessions',
    description:
      'Nine songs by the Marram Trio, recorded in a boathouse in four days. Double bass, piano, one microphone in the rafters, and the sea on track six.',
    price: '9',
    features: [
      '9 songs, 41 minutes',
      'FLAC and MP3',
      'Booklet with lyrics and tunings (PDF)',
      'The takes we left out, as two long tracks',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Inês Carvalhal',
          role: 'Radio host, Faro',
          rating: 5,
          text: 'I played track four twice in one night and nobody complained.',
        },
        {
          name: 'Theo Lindgren',
          role: 'Bass teacher, Malmö',
          rating: 5,
          text: 'You can hear the floorboards. My students now ask where the microphone stood.',
        },
      ],
    },
    accentColor: '#c2255c',
    buttonText: 'Buy the album',
    successMessage: 'Thank you for listening. The album is yours. It was made for headphones and for kitchens.',
    fonts: { ...FONT_PRESETS.tech },
  },
};

const artPrint: PageTemplate = {
  id: 'art-print',
  name: 'Art print',
  description: 'A printed picture that you ship to the buyer.',
  picture: '/templates/art-print.webp',
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'Heron, Early',
    description:
      'A linocut in four colors, cut and printed by hand at a kitchen table in Norfolk. The paper is 300 g cotton, 42 × 32 cm, with a wide edge for framing.',
    price: '48',
    currency: 'GBP',
    features: [
      'Signed and numbered on the back',
      'Oil-based inks that keep their color in daylight',
      'Fits a frame of 50 × 40 cm',
      'Sent flat between boards, postage included',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Philippa Hartnell',
          role: 'Teacher, Norwich',
          rating: 5,
          text: 'It hangs across from the stove. In the morning the red is the first thing in the room.',
        },
        {
          name: 'Sándor Bíró',
          role: 'Architect, Szeged',
          rating: 5,
          text: 'You can feel the ink with a finger. It came between two boards that I have kept.',
        },
      ],
    },
    accentColor: '#17565c',
    buttonText: 'Order the print',
    successMessage:
      'Thank you. Your print is set aside. It is packed by hand, which takes two or three working days, and then goes to the post.',
    fonts: { ...FONT_PRESETS.elegant },
  },
};

/** In gallery order. */
export const PAGE_TEMPLATES: readonly PageTemplate[] = [
  course,
  ebook,
  ebookBundle,
  coaching,
  membership,
  newsletter,
  presets,
  software,
  event,
  community,
  donation,
  consulting,
  music,
  artPrint,
];
