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
