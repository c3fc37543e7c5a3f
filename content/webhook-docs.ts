import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-features.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import {
  DELIVERY_RETENTION_DAYS,
  MAX_REDELIVERIES,
  OLD_SECRET_HOURS,
  PAUSED_AFTER_HOURS,
  RETRY_DELAYS_MS,
  MAX_RETRY_AFTER_MS,
  MAX_WEBHOOK_RESPONSE_BYTES,
  MAX_LOGGED_RESPONSE_BYTES,
  WEBHOOK_PORTS,
  WEBHOOK_TIMEOUT_MS,
} from '#domain/webhook-endpoint.ts';
import {
  WEBHOOK_EVENTS,
  toSchemaName,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
  type WebhookReference,
} from '#domain/webhook-event.ts';

import { list, text, type DocsBlock, type DocsSection } from './docs-block.ts';
import { SITE } from './site.ts';

/** Signature verification in several languages. Each sample returns the event or rejects the request. */
type WebhookSample = { language: string; hint: string; code: string };

const NODE = `import { Webhook } from 'standardwebhooks';

// body: the raw request body, before parsing.
export function eventFrom(body, headers) {
  return new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);
}`;

const PYTHON = `import base64, hashlib, hmac, json, os, time

# body: the raw request body as bytes, before parsing.
def event_from(body, headers):
    secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    sent = headers["webhook-timestamp"]
    signed = f'{headers["webhook-id"]}.{sent}.'.encode() + body
    wanted = b"v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest())
    given = headers["webhook-signature"].encode().split(b" ")
    if not any(hmac.compare_digest(wanted, one) for one in given):
        raise ValueError("Invalid signature")
    if abs(time.time() - int(sent)) > 300:
        raise ValueError("Request too old")
    return json.loads(body)`;

const PHP = `<?php
// $body: file_get_contents('php://input'); $headers: array_change_key_case(getallheaders()).
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
        throw new RuntimeException('Invalid signature or request too old');
    }
    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
}`;

const RUBY = `require "json"
require "openssl"

# body: the raw request body, before parsing.
def event_from(body, headers)
  secret = ENV.fetch("WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m")
  sent = headers["webhook-timestamp"]
  signed = [headers["webhook-id"], sent, body].join(".")
  wanted = "v1," + [OpenSSL::HMAC.digest("SHA256", secret, signed)].pack("m0")
  given = headers["webhook-signature"].split(" ")
  raise "Invalid signature" unless given.any? { |one| OpenSSL.secure_compare(wanted, one) }
  raise "Request too old" if (Time.now.to_i - sent.to_i).abs > 300
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

// EventFrom takes the raw request body, before parsing.
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
		return nil, errors.New("invalid signature or request too old")
	}
	var event map[string]any
	err = json.Unmarshal(body, &event)
	return event, err
}`;

export const WEBHOOK_SAMPLES = {
  node: {
    language: 'Node.js',
    hint: 'Uses the Standard Webhooks library: npm install standardwebhooks.',
    code: NODE,
  },
  python: { language: 'Python', hint: 'Python 3.9 or later, no dependencies.', code: PYTHON },
  php: { language: 'PHP', hint: 'PHP 7.4 or later, no dependencies.', code: PHP },
  ruby: { language: 'Ruby', hint: 'Ruby 3.0 or later, no dependencies.', code: RUBY },
  go: { language: 'Go', hint: 'Go 1.19 or later, no dependencies.', code: GO },
} as const satisfies Record<string, WebhookSample>;

/** Whole handlers: what matters in each framework is how to get the raw body. */
const WEBHOOK_HANDLERS: readonly { framework: string; code: string }[] = [
  {
    framework: 'Express (Node.js)',
    code: `app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  let event;
  try {
    event = eventFrom(request.body, request.headers);
  } catch {
    return response.sendStatus(400);
  }
  response.sendStatus(204);
  if (event.type === 'order.paid') queue.add(event);
});`,
  },
  {
    framework: 'Next.js, Hono, and others with web standards',
    code: `export async function POST(request) {
  const event = eventFrom(await request.text(), Object.fromEntries(request.headers));
  if (event.type === 'order.paid') await queue.add(event);
  return new Response(null, { status: 204 });
}`,
  },
  {
    framework: 'Flask (Python)',
    code: `@app.post("/webhooks")
def receive_webhook():
    try:
        event = event_from(request.get_data(), request.headers)
    except (KeyError, ValueError):
        return "", 400
    if event["type"] == "order.paid":
        queue.add(event)
    return "", 204`,
  },
  {
    framework: 'Laravel (PHP), in routes/api.php',
    code: `Route::post('/webhooks', function (Request $request) {
    $headers = array_map(fn ($values) => $values[0], $request->headers->all());
    try {
        $event = event_from($request->getContent(), $headers);
    } catch (Throwable) {
        return response()->noContent(400);
    }
    if ($event['type'] === 'order.paid') {
        FulfillOrder::dispatch($event);
    }
    return response()->noContent();
});`,
  },
  {
    framework: 'Rails (Ruby)',
    code: `class WebhooksController < ActionController::API
  def create
    names = %w[webhook-id webhook-timestamp webhook-signature]
    headers = names.to_h { |name| [name, request.headers[name]] }
    event = event_from(request.raw_post, headers)
    FulfillOrderJob.perform_later(event) if event["type"] == "order.paid"
    head :no_content
  rescue RuntimeError
    head :bad_request
  end
end`,
  },
];

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
  title: 'Overview',
  blocks: [
    text(
      'A webhook sends a request to your URL when something happens in your account: a paid order, a refund, a renewal. Create one on the Integrations screen, choose its events, and copy its signing secret. Every plan includes ' +
        `${MAX_WEBHOOK_ENDPOINTS.every} webhooks; Pro includes ${MAX_WEBHOOK_ENDPOINTS.pro}.`,
    ),
    list(
      'Each event is a `POST` request with a JSON body, signed according to [Standard Webhooks](https://www.standardwebhooks.com). There are libraries for most languages.',
      `Respond with a status from 200 to 299 within ${formatDuration(WEBHOOK_TIMEOUT_MS)}. Do longer work afterwards.`,
      `Failed deliveries are retried ${RETRY_DELAYS_MS.length} times. The same event can arrive more than once: use \`webhook-id\` to detect duplicates.`,
      'Events of the same order are delivered one at a time, in the order they happened.',
      'You can send a test event of any type, from the webhook’s page or through the API. The log shows each request and your response.',
      'All events of the last 30 days are also in the event log, `GET /events`, whether or not a webhook got them. To catch up, pass the `id` of the last event that you processed as `after`.',
    ),
  ],
};

/** Components of the fields of `data`. */
const DATA_SCHEMAS: Readonly<Record<string, string>> = {
  order: 'Order',
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  subscription: 'Subscription',
  entitlement: 'Entitlement',
  page: 'CheckoutPage',
  domain: 'Domain',
};

const eventsSection = ({ dataFields }: WebhookReference): DocsSection => ({
  id: 'events',
  title: 'Events',
  blocks: [
    text(
      'Each type links to its schema and an example, and each field to the object that it contains. A webhook for all events also receives those that are added later; in the API, its `events` are `["*"]`. A test event is an example of one of these types. Its body has `"test": true`, and nothing in it actually happened.',
    ),
    {
      kind: 'table',
      caption: 'Event types',
      columnHeaders: ['Type', 'Description', 'Fields in data'],
      rows: WEBHOOK_EVENT_TYPES.map((type) => [
        `[${type}](/developers/api#shape-${toSchemaName(type)})`,
        WEBHOOK_EVENTS[type],
        dataFields[type].map((name) => `[${name}](/developers/api#shape-${DATA_SCHEMAS[name] ?? name})`).join(', '),
      ]),
    },
  ],
});

/** Sequences of events, tied to what the ledger emits by `every-event.test.ts`. */
export const EVENT_SEQUENCES = {
  oneTime: ['order.paid'],
  delayedPaid: ['order.pending', 'order.paid'],
  delayedFailed: ['order.pending', 'order.payment_failed'],
  refund: ['order.paid', 'refund.requested', 'refund.completed'],
  failedRefund: ['order.paid', 'refund.requested', 'refund.completed', 'refund.failed'],
  disputeWon: ['order.paid', 'dispute.opened', 'dispute.answered', 'dispute.won'],
  disputeLost: ['order.paid', 'dispute.opened', 'dispute.lost'],
  subscription: [
    'order.paid',
    'subscription.started',
    'subscription.renewed',
    'subscription.renewal_failed',
    'subscription.renewed',
    'subscription.renewal_recovered',
    'subscription.cancel_scheduled',
    'subscription.cancel_unscheduled',
    'subscription.ended',
  ],
  trial: ['order.paid', 'subscription.started', 'subscription.renewed', 'subscription.ended'],
  paymentPlan: ['order.paid', 'subscription.started', 'subscription.renewed', 'subscription.ended'],
  delivery: [
    'order.paid',
    'entitlement.granted',
    'license.replaced',
    'dispute.opened',
    'entitlement.paused',
    'dispute.won',
    'entitlement.resumed',
    'entitlement.ended',
  ],
  page: ['page.published', 'page.paused', 'page.resumed', 'page.unpublished', 'page.deleted'],
} as const satisfies Record<string, readonly WebhookEventType[]>;

const SEQUENCE_NAMES: Record<keyof typeof EVENT_SEQUENCES, string> = {
  oneTime: 'One-time payment',
  delayedPaid: 'Bank debit that succeeds days later',
  delayedFailed: 'Bank debit that fails days later',
  refund: 'Refund',
  failedRefund: 'Refund that the buyer’s bank returns',
  disputeWon: 'Dispute that you respond to and win',
  disputeLost: 'Dispute that you lose',
  page: 'Page that is published, paused, resumed, and deleted',
  subscription: 'Subscription with a renewal, a failed renewal that is then paid, and a cancellation that is undone',
  trial: 'Subscription with a free trial that is paid once and then ends',
  paymentPlan: 'Payment plan with two payments',
  delivery: 'License key that you replace and, after winning a dispute over its payment, revoke',
};

const sequences: DocsSection = {
  id: 'sequences',
  title: 'Event sequences',
  blocks: [
    {
      kind: 'table',
      caption: 'Typical event sequences',
      columnHeaders: ['What happens', 'Events'],
      rows: Object.entries(EVENT_SEQUENCES).map(([name, types]) => [
        SEQUENCE_NAMES[name as keyof typeof EVENT_SEQUENCES],
        types.map((type) => `\`${type}\``).join(', '),
      ]),
    },
    list(
      'Money that came in is in `payment`, which only `order.paid` and `subscription.renewed` have. Add these up, and nothing is counted twice.',
      'Money that went back is in the `refund` of `refund.completed`. If `refund.failed` follows for the same refund, the money is yours again.',
      'To grant and revoke access to a subscription, use `subscription.started` and `subscription.ended`. A product that was paid for with a payment plan stays the buyer’s: don’t revoke access if `order.paymentPlan.state` is `complete`.',
      'A free trial starts with `order.paid`, with the setup fee and one-time extras as its `payment`, or null. Its subscription is `trialing` until `trialEndsAt`. The first payment after it causes `subscription.renewed`. If a trial ends without a card, only `subscription.ended` is sent.',
      'A payment plan sends the events of a subscription. In each of them, `order.paymentPlan` has the total number of payments (`count`) and the number made so far (`paid`), its `state`, and when the next payment is due (`nextAt`). After `subscription.renewal_failed`, it is `overdue`. With the last payment, it is `complete`, and `subscription.ended` follows. If the plan ends before that, it is `ended_early`.',
      'What a page delivers has its own events, one for each deliverable, after those of the order: `entitlement.granted` as soon as the payment arrives, then `entitlement.paused`, `entitlement.resumed`, and `entitlement.ended`. `entitlement.reason` says why. After `entitlement.ended`, access can come back, for example if a refund fails: `entitlement.resumed` follows.',
      'A pause ends by itself at `restriction.resumesAt`, without an event. `page.resumed` means that someone ended it earlier.',
      '`domain.failing` is sent once, when the daily check of a working domain fails for the first time.',
      '`license.activated` and `license.deactivated` have the `license` after the event and the device as `activation`. The events of a key are sent in order.',
      'A failed renewal that is paid later causes `subscription.renewed` with the payment, and then `subscription.renewal_recovered` without one.',
    ),
  ],
};

const requestSection = ({ example }: WebhookReference): DocsSection => ({
  id: 'sent',
  title: 'Request format',
  blocks: [
    {
      kind: 'table',
      caption: 'Request headers',
      columnHeaders: ['Header', 'Description'],
      rows: [
        ['`webhook-id`', 'ID of the event. It’s the same for every attempt and redelivery.'],
        ['`webhook-timestamp`', 'Time of this attempt as a Unix timestamp in seconds.'],
        ['`webhook-signature`', 'The signature, or two separated by a space while a secret is being rotated.'],
        ['`content-type`', '`application/json`'],
        ['`user-agent`', `\`${example.userAgent}\``],
      ],
    },
    text(
      'The body has the `id` of the event (the same as `webhook-id`), its `type`, the `mode`, when it happened (`createdAt`, in UTC), and its `data`: the objects that it is about, as the API returns them after the event. Orders include their payments, refunds, disputes, and subscription.',
    ),
    text(
      'Amounts are integers in the smallest unit of the currency: 2610 means $26.10 in USD. New fields can be added at any time, so ignore fields you don’t know.',
    ),
    { kind: 'code', caption: 'Example request, with the body formatted for readability', code: formatRequest(example) },
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
      'Anyone can send requests to your URL, so verify the signature before you trust one. The secret is `whsec_` followed by 32 bytes in base64. The signed content is `webhook-id`, `webhook-timestamp`, and the body, joined with dots. It’s signed with HMAC-SHA256, and the signature is `v1,` followed by the result in base64. Use the raw body: parsing and re-serializing it changes the signature.',
    ),
    ...Object.values(WEBHOOK_SAMPLES).map(({ language, hint, code }): DocsBlock => ({
      kind: 'code',
      caption: `${language}. ${hint}`,
      code,
    })),
    text(
      'These handlers call the functions above. They respond first and do the work later, because a slow response counts as a failure. Frameworks that parse JSON automatically change the body, so each handler reads the raw one.',
    ),
    ...WEBHOOK_HANDLERS.map(({ framework, code }): DocsBlock => ({ kind: 'code', caption: framework, code })),
    text(
      `To test your code, use the example request above. It was signed with the secret \`${example.secret}\`, with the body in one line and without spaces. Its timestamp is too old by now, so your code should reject it for that reason only.`,
    ),
  ],
});

const responseSection: DocsSection = {
  id: 'answer',
  title: 'Responses',
  blocks: [
    list(
      `A status from 200 to 299 within ${formatDuration(WEBHOOK_TIMEOUT_MS)} means that the event was delivered. The time includes the DNS lookup, the connection, TLS, and the complete response.`,
      'Any other status, no response, or an invalid certificate means that the delivery failed.',
      'We don’t follow redirects. Use the final URL.',
      'Status 410 pauses the webhook immediately.',
      `We read at most ${MAX_WEBHOOK_RESPONSE_BYTES / 1024} kB of your response and store the first ${MAX_LOGGED_RESPONSE_BYTES / 1024} kB in the log.`,
    ),
  ],
};

const retries: DocsSection = {
  id: 'retries',
  title: 'Retries',
  blocks: [
    text(
      `Failed deliveries are retried ${RETRY_DELAYS_MS.length} times over about ${Math.round(TOTAL_RETRY_MS / (24 * HOUR_MS))} days. Delays can be up to a tenth longer, so that retries don’t all arrive at once. If your response has a \`Retry-After\` header, we wait at least that long, up to ${formatDuration(MAX_RETRY_AFTER_MS)}.`,
    ),
    {
      kind: 'table',
      caption: 'Delivery attempts',
      columnHeaders: ['Attempt', 'Delay after the previous attempt'],
      rows: [['1', 'Immediately'], ...RETRY_DELAYS_MS.map((delay, at) => [String(at + 2), formatDuration(delay)])],
    },
    text('After the last attempt, the delivery is marked as failed. It stays in the log, and you can redeliver it.'),
  ],
};

const order: DocsSection = {
  id: 'order',
  title: 'Ordering and duplicates',
  blocks: [
    text(
      'Events of the same order or the same page are delivered in sequence: the next one is sent once the previous one is delivered or has failed for good. Events of different orders are independent and can arrive in any order.',
    ),
    text(
      'Each event is delivered at least once. It can arrive again if your response was lost or someone redelivers it. Store each `webhook-id` you have processed, and respond to duplicates with 200.',
    ),
    text('A manual redelivery is sent immediately, even if newer events have already been delivered.'),
  ],
};

const redelivery: DocsSection = {
  id: 'log',
  title: 'Log and redelivery',
  blocks: [
    text(
      `A webhook’s page lists all events of the last ${DELIVERY_RETENTION_DAYS} days with each attempt: the request, the response, the duration, and any error. You can redeliver individual events, or all that failed since a date and time: up to ${MAX_REDELIVERIES} at once, oldest first. A redelivery has the same \`webhook-id\` and body, with a new timestamp and signature. It’s attempted once.`,
    ),
  ],
};

const rotation: DocsSection = {
  id: 'rotation',
  title: 'Rotate the signing secret',
  blocks: [
    text(
      `When you rotate the signing secret, requests are signed with both the new and the old one for ${formatDuration(OLD_SECRET_HOURS * HOUR_MS)}. The header then has two signatures, so code that checks either keeps working. Update your app within that time.`,
    ),
  ],
};

const pausedEndpoints: DocsSection = {
  id: 'pause',
  title: 'Paused webhooks',
  blocks: [
    text(
      `You can pause a webhook at any time. We pause it and email you if every delivery fails for ${formatDuration(PAUSED_AFTER_HOURS * HOUR_MS)}, or immediately if your URL responds with 410 (Gone). Events are kept for ${DELIVERY_RETENTION_DAYS} days and delivered in order when you resume the webhook.`,
    ),
  ],
};

const endpointRules: DocsSection = {
  id: 'where',
  title: 'Allowed URLs',
  blocks: [
    list(
      `\`https://\` URLs on the ports ${WEBHOOK_PORTS.join(' and ')}, with a publicly trusted certificate.`,
      'Public addresses only. Hosts that resolve to a private or reserved address are rejected, even if they also resolve to a public one.',
      'A sandbox on your own machine can also send to `http://localhost` on any port.',
    ),
  ],
};

const channels: DocsSection = {
  id: 'channels',
  title: 'Slack and Discord',
  blocks: [
    text(
      'To post events to a Slack or Discord channel, choose that format and enter the channel’s incoming webhook URL. Each event is posted as one sentence. These requests aren’t signed, so keep the URL private.',
    ),
  ],
};

export const WEBHOOK_DOCS = {
  title: 'Webhooks',
  description: `How ${SITE.name} sends events to your apps: event types, signatures, retries, ordering, and redelivery.`,
};

/** Webhook documentation with the constants in force. */
export const createWebhookDocs = (reference: WebhookReference): readonly DocsSection[] => [
  introduction,
  eventsSection(reference),
  sequences,
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
