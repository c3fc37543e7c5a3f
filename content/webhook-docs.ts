import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-limits.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import {
  DELIVERY_RETENTION_DAYS,
  MAX_REDELIVERIES,
  OLD_SECRET_HOURS,
  PAUSED_AFTER_HOURS,
  RETRY_DELAYS_MS,
  MAX_WEBHOOK_RESPONSE_BYTES,
  MAX_LOGGED_RESPONSE_BYTES,
  WEBHOOK_PORTS,
  WEBHOOK_TIMEOUT_MS,
} from '#domain/webhook-endpoint.ts';
import { TEST_EVENT, WEBHOOK_EVENTS, WEBHOOK_EVENT_TYPES, type WebhookReference } from '#domain/webhook-event.ts';

import { SITE } from './site.ts';

/** Signature verification in several languages. Each sample returns the event or rejects the request. */
export type WebhookSample = { language: string; hint: string; code: string };

const NODE = `import { Webhook } from 'standardwebhooks';

// body: the text as it came, before anything has parsed it.
export function eventFrom(body, headers) {
  return new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);
}`;

const PYTHON = `import base64, hashlib, hmac, json, os, time

# body: the bytes as they came, before anything has parsed them.
def event_from(body, headers):
    secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    sent = headers["webhook-timestamp"]
    signed = f'{headers["webhook-id"]}.{sent}.'.encode() + body
    wanted = b"v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest())
    given = headers["webhook-signature"].encode().split(b" ")
    if not any(hmac.compare_digest(wanted, one) for one in given):
        raise ValueError("This was not sent by the shop")
    if abs(time.time() - int(sent)) > 300:
        raise ValueError("This is too old")
    return json.loads(body)`;

const PHP = `<?php
// $body: file_get_contents('php://input'); $headers: with names in lower case.
function event_from(string $body, array $headers): array
{
    $secret = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $sent = $headers['webhook-timestamp'];
    $signed = $headers['webhook-id'] . '.' . $sent . '.' . $body;
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    $known = false;
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        $known = $known || hash_equals($wanted, $given);
    }
    if (!$known || abs(time() - (int) $sent) > 300) {
        throw new RuntimeException('This was not sent by the shop, or is too old');
    }
    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
}`;

const RUBY = `require "json"
require "openssl"

# body: the text as it came, before anything has parsed it.
def event_from(body, headers)
  secret = ENV.fetch("WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m")
  sent = headers["webhook-timestamp"]
  signed = [headers["webhook-id"], sent, body].join(".")
  wanted = "v1," + [OpenSSL::HMAC.digest("SHA256", secret, signed)].pack("m0")
  given = headers["webhook-signature"].split(" ")
  raise "This was not sent by the shop" unless given.any? { |one| OpenSSL.secure_compare(wanted, one) }
  raise "This is too old" if (Time.now.to_i - sent.to_i).abs > 300
  JSON.parse(body)
end`;

const GO = `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// EventFrom takes the bytes as they came, before anything has parsed them.
func EventFrom(body []byte, header http.Header) (map[string]any, error) {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		return nil, err
	}
	sum := hmac.New(sha256.New, secret)
	fmt.Fprintf(sum, "%s.%s.%s", header.Get("webhook-id"), header.Get("webhook-timestamp"), body)
	wanted := []byte("v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	known := false
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		known = known || hmac.Equal(wanted, []byte(given))
	}
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if !known || err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return nil, errors.New("this was not sent by the shop, or is too old")
	}
	var event map[string]any
	err = json.Unmarshal(body, &event)
	return event, err
}`;

export const WEBHOOK_SAMPLES = {
  node: {
    language: 'Node.js',
    hint: 'With the library of the standard: npm install standardwebhooks.',
    code: NODE,
  },
  python: { language: 'Python', hint: 'Needs nothing but Python 3.9 or later.', code: PYTHON },
  php: { language: 'PHP', hint: 'Needs nothing but PHP 7.4 or later.', code: PHP },
  ruby: { language: 'Ruby', hint: 'Needs nothing but Ruby 2.7 or later.', code: RUBY },
  go: { language: 'Go', hint: 'Needs nothing but Go 1.19 or later.', code: GO },
} as const satisfies Record<string, WebhookSample>;

/** Backquotes in texts mark code. */
export type DocsBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; caption: string; columnHeaders: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; caption: string; code: string };
export type DocsSection = { id: string; title: string; blocks: readonly DocsBlock[] };

const text = (content: string): DocsBlock => ({ kind: 'text', text: content });
const list = (...items: string[]): DocsBlock => ({ kind: 'list', items });

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

/** Formats a duration in its largest whole unit: `5 seconds`, `2 hours`. Days are used from two days on. */
export function formatDuration(ms: number): string {
  const [unit, name] = UNITS.find(([size]) => ms % size === 0 && ms >= (size === 86_400_000 ? 2 * size : size)) ?? [
    1000,
    'second',
  ];
  const count = ms / unit;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const TOTAL_RETRY_MS = RETRY_DELAYS_MS.reduce<number>((sum, delay) => sum + delay, 0);

const introduction: DocsSection = {
  id: 'begin',
  title: 'In short',
  blocks: [
    text(
      'A webhook is an address of yours that hears of what happens in your shop: an order that was paid, a refund, a renewal. You make one under Integrations, choose the events, and get a secret. Every plan has ' +
        `${MAX_WEBHOOK_ENDPOINTS.every} webhooks, Pro has ${MAX_WEBHOOK_ENDPOINTS.pro}.`,
    ),
    list(
      'Each event is one `POST` with JSON, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Libraries for it are there in most languages.',
      `Answer with a status from 200 to 299 within ${formatDuration(WEBHOOK_TIMEOUT_MS)}. Do what takes longer afterwards.`,
      `What does not arrive is tried again ${RETRY_DELAYS_MS.length} times. The same event may come twice: its \`webhook-id\` tells.`,
      'Events of one order come one after the other, in the order in which they happened.',
      'Send yourself a test from the webhook’s page; its log shows what was sent and what your program answered.',
    ),
  ],
};

const eventsSection = ({ dataFields }: WebhookReference): DocsSection => ({
  id: 'events',
  title: 'Events',
  blocks: [
    text(
      `A webhook that has chosen no events gets all of them, those of later versions too. \`${TEST_EVENT}\` comes only when you press “Send test event”.`,
    ),
    {
      kind: 'table',
      caption: 'All events',
      columnHeaders: ['Type', 'What has happened', 'Under data'],
      rows: WEBHOOK_EVENT_TYPES.map((type) => [
        `\`${type}\``,
        WEBHOOK_EVENTS[type],
        dataFields[type].map((name) => `\`${name}\``).join(', '),
      ]),
    },
  ],
});

const requestSection = ({ example }: WebhookReference): DocsSection => ({
  id: 'sent',
  title: 'What is sent',
  blocks: [
    {
      kind: 'table',
      caption: 'The headers of a request',
      columnHeaders: ['Header', 'What it says'],
      rows: [
        ['`webhook-id`', 'Names the event. It is the same at every try and every redelivery.'],
        ['`webhook-timestamp`', 'When this try was made, in seconds since 1970.'],
        ['`webhook-signature`', 'One signature or, while a secret is being changed, two with a space between them.'],
        ['`content-type`', '`application/json`'],
        ['`user-agent`', `\`${example.userAgent}\``],
      ],
    },
    text(
      'The body says its `type`, when it happened (`timestamp`, UTC) and what there is to know under `data`. Orders have the shape of the API’s orders, as they are after the event. `event` says what has happened: its `amount` and `currency` where money is meant, Stripe’s word for a `reason`, and `until` when something ends, is tried again or can be answered.',
    ),
    text(
      'Amounts are whole numbers of the currency’s smallest unit: 2610 in USD is $26.10. New fields may be added: ignore what you do not know.',
    ),
    { kind: 'code', caption: 'A request, its body laid out for reading', code: formatRequest(example) },
  ],
});

/** The request as sent, except for the indentation of the body. */
export const formatRequest = ({ headers, body }: WebhookReference['example']): string =>
  `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`;

const verification = ({ example }: WebhookReference): DocsSection => ({
  id: 'verify',
  title: 'Verify the signature',
  blocks: [
    text(
      'Anybody can send something to your address. Only who knows the secret can sign it: verify before you believe. The secret is `whsec_` and 32 bytes in base64. What is signed is `webhook-id`, `webhook-timestamp` and the body with a dot between them, by HMAC with SHA-256; the signature is `v1,` and the result in base64. Take the body as it came: parsed and written again it is another text.',
    ),
    ...Object.values(WEBHOOK_SAMPLES).map(({ language, hint, code }): DocsBlock => ({
      kind: 'code',
      caption: `${language}. ${hint}`,
      code,
    })),
    text(
      `To try your own code: the request above was signed with the secret \`${example.secret}\`, over the body without blanks and line breaks. It is too old by now, which your code should say as well.`,
    ),
  ],
});

const responseSection: DocsSection = {
  id: 'answer',
  title: 'Answer',
  blocks: [
    list(
      `A status from 200 to 299 within ${formatDuration(WEBHOOK_TIMEOUT_MS)} means that it has arrived. That is all there is: name, connection, encryption, headers and body of the answer count.`,
      'Any other status, no answer, or a certificate that does not fit means that it has not.',
      'Redirects are not followed. Give the address at which they end.',
      '410 means that nothing is wanted any more: the webhook is paused at once.',
      `Of an answer we read ${MAX_WEBHOOK_RESPONSE_BYTES / 1024} kB at most, and keep the first ${MAX_LOGGED_RESPONSE_BYTES / 1024} kB in the log.`,
    ),
  ],
};

const retries: DocsSection = {
  id: 'retries',
  title: 'Tries',
  blocks: [
    text(
      `What has not arrived is tried again ${RETRY_DELAYS_MS.length} times, over about ${Math.round(TOTAL_RETRY_MS / (24 * HOUR_MS))} days, each time a little earlier or later than said here, so that not all knock at once.`,
    ),
    {
      kind: 'table',
      caption: 'When the next try is made',
      columnHeaders: ['Try', 'After the one before'],
      rows: [['1', 'At once'], ...RETRY_DELAYS_MS.map((delay, at) => [String(at + 2), formatDuration(delay)])],
    },
    text('After the last one the event has failed. It stays in the log, and can be sent again by hand.'),
  ],
};

const order: DocsSection = {
  id: 'order',
  title: 'Order, and twice',
  blocks: [
    text(
      'Events of the same order, or of the same page, wait for each other: the next is sent when the one before has arrived or has failed for good. Events of different orders do not wait, and may overtake each other.',
    ),
    text(
      'Each event arrives at least once. It can come again: when your answer was lost on its way, or somebody has sent it again by hand. Keep each `webhook-id` that you are done with, and answer what comes again with 200.',
    ),
    text('What is sent again by hand comes at once, also when it is older than what has arrived since.'),
  ],
};

const redelivery: DocsSection = {
  id: 'log',
  title: 'Log and redelivery',
  blocks: [
    text(
      `The page of a webhook shows every event of the last ${DELIVERY_RETENTION_DAYS} days, with each try: what was sent, what was answered, how long it took, and in plain words what was wrong. Any of them can be sent again, one by one, or all that have failed since a moment, ${MAX_REDELIVERIES} at a time and the oldest first. What is sent again has the same \`webhook-id\` and the same body, with a new timestamp and signature.`,
    ),
  ],
};

const rotation: DocsSection = {
  id: 'rotation',
  title: 'Change the secret',
  blocks: [
    text(
      `A new secret signs from then on. For ${formatDuration(OLD_SECRET_HOURS * HOUR_MS)} the old one signs as well: both signatures stand in the header, and code that verifies one of them goes on. Put the new secret into your program within that time.`,
    ),
  ],
};

const pausedEndpoints: DocsSection = {
  id: 'pause',
  title: 'Pauses',
  blocks: [
    text(
      `You can pause a webhook at any time. When for ${formatDuration(PAUSED_AFTER_HOURS * HOUR_MS)} nothing has arrived though something was tried, we pause it and write to you; an answer of 410 (gone) pauses it at once. What happens meanwhile is kept for ${DELIVERY_RETENTION_DAYS} days, and comes in its order when the webhook is switched on again.`,
    ),
  ],
};

const endpointRules: DocsSection = {
  id: 'where',
  title: 'Where we send',
  blocks: [
    list(
      `To addresses with \`https://\`, at the ports ${WEBHOOK_PORTS.join(' and ')}, with a certificate that browsers trust.`,
      'Only into the open internet. A name that leads to a private or reserved address gets nothing, whatever else it leads to.',
      'A shop in the sandbox on your own machine may also send to `http://localhost` there, at any port.',
    ),
  ],
};

const channels: DocsSection = {
  id: 'channels',
  title: 'Slack and Discord',
  blocks: [
    text(
      'A webhook can speak to people as well. Choose Slack or Discord as its format and give the address that the channel has for incoming webhooks: each event is one sentence there. These are not signed, because nobody verifies them: keep such an address to yourself.',
    ),
  ],
};

export const WEBHOOK_DOCS = {
  title: 'Webhooks',
  description: `How ${SITE.name} tells your own programs what happens in your shop: events, signatures, tries, order and redelivery.`,
};

/** Webhook documentation with the constants in force. */
export const createWebhookDocs = (reference: WebhookReference): readonly DocsSection[] => [
  introduction,
  eventsSection(reference),
  requestSection(reference),
  verification(reference),
  responseSection,
  retries,
  order,
  redelivery,
  rotation,
  pausedEndpoints,
  endpointRules,
  channels,
];
