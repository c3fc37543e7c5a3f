import { text, type DocsSection } from './docs-block.ts';

export const QUICKSTART_DOCS = {
  title: 'Quickstart',
  description: 'Sell something from your own code in 15 minutes: page, coupon, checkout, webhook, refund, and export.',
};

/** The complete program of the quickstart. A test runs it against a new installation. */
export const QUICKSTART_PROGRAM = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTillwright, verifyWebhook } from '@tillwright/sdk';

const tillwright = createTillwright({
  url: process.env.TILLWRIGHT_URL,
  key: process.env.TILLWRIGHT_KEY,
});

// 1. A page with a price of $29.00, and a coupon of 10%.
const page = await tillwright.pages.create();
await tillwright.pages.draft.update(page.id, {
  config: { productName: 'Throwing Taller', price: 2900, currency: 'USD' },
});
const { url } = await tillwright.pages.publish(page.id, { slug: 'throwing-taller' });
await tillwright.pages.coupons.create(page.id, { code: 'EARLY10', percentOff: 10 });
console.log('Page:', url);

// 2. A program that receives webhooks. This is the only response with the secret.
const { secret } = await tillwright.webhookEndpoints.create({
  url: 'http://localhost:4242/webhooks',
  events: ['order.paid'],
});
const paid = new Promise((resolve) => {
  const server = createServer(async (request, response) => {
    const event = verifyWebhook(await text(request), request.headers, secret);
    response.end();
    server.close();
    resolve(event);
  });
  server.listen(4242);
});

// 3. A checkout for one buyer, with your own user ID.
const checkout = await tillwright.checkouts.create({
  pageId: page.id,
  couponCode: 'EARLY10',
  email: 'ada@example.com',
  metadata: { userId: '42' },
});
console.log('Pay here:', checkout.url);

// 4. The webhook arrives when the buyer has paid.
const { data } = await paid;
console.log('Paid:', data.order.number, data.order.metadata.userId);

// 5. A refund of $5.00, the list of orders, and the file for the bookkeeper.
await tillwright.orders.refunds.create(data.order.id, { amount: 500 });
for await (const order of tillwright.orders.list()) console.log(order.number, order.state);
console.log(await tillwright.orders.export());
`;

/** The same with curl. A test runs it, too. */
export const QUICKSTART_SCRIPT = `call() {
  curl --silent --show-error --fail-with-body --request "$1" "$TILLWRIGHT_URL/api/v1$2" \\
    --header "Authorization: Bearer $TILLWRIGHT_KEY" \\
    --header "Content-Type: application/json" "\${@:3}"
}
# Prints the first field of this name. In your own scripts, use a tool such as jq.
field() { grep --only-matching "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }

# 1. A page with a price of $29.00, and a coupon of 10%.
PAGE_ID=$(call POST /pages --data '{}' | field id)
call PATCH "/pages/$PAGE_ID/draft" \\
  --data '{"config": {"productName": "Wheel", "price": 2900, "currency": "USD"}}' > draft.json
call POST "/pages/$PAGE_ID/publish" --data '{"slug": "wheel"}' | field url
call POST "/pages/$PAGE_ID/coupons" --data '{"code": "EARLY10", "percentOff": 10}' > coupon.json

# 2. A program that receives one webhook and verifies its signature. It prints the ID of the order.
export WEBHOOK_SECRET=$(call POST /webhook-endpoints \\
  --data '{"url": "http://localhost:4243/webhooks", "events": ["order.paid"]}' | field secret)
python3 - > order-id.txt <<'PYTHON' &
import base64, hashlib, hmac, http.server, json, os

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        secret = base64.b64decode(os.environ["WEBHOOK_SECRET"][len("whsec_"):])
        signed = f'{self.headers["webhook-id"]}.{self.headers["webhook-timestamp"]}.'.encode() + body
        expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        is_valid = expected in self.headers["webhook-signature"].split(" ")
        self.send_response(204 if is_valid else 400)
        self.end_headers()
        if is_valid:
            print(json.loads(body)["data"]["order"]["id"])

http.server.HTTPServer(("localhost", 4243), Receiver).handle_request()
PYTHON
RECEIVER=$!

# 3. A checkout for one buyer, with your own user ID.
CHECKOUT=$(call POST /checkouts --data '{
  "pageId": "'$PAGE_ID'", "couponCode": "EARLY10", "email": "ada@example.com", "metadata": {"userId": "42"}
}')
echo "Pay here: $(echo "$CHECKOUT" | field url)"

# 4. The webhook arrives when the buyer has paid.
wait $RECEIVER
ORDER_ID=$(cat order-id.txt)

# 5. A refund of $5.00, the list of orders, and the file for the bookkeeper.
call POST "/orders/$ORDER_ID/refunds" --data '{"amount": 500}' \\
  --header "Idempotency-Key: refund-$ORDER_ID" > refund.json
call GET "/orders" > orders.json
call GET "/orders/export" > orders.csv
cat refund.json orders.csv
`;

export const createQuickstartDocs = (appUrl: string): readonly DocsSection[] => [
  {
    id: 'before',
    title: 'Before you start',
    blocks: [
      text(
        'Connect Stripe, because a page can’t be published without it. Then create an API key with all permissions in [Integrations](/integrations). Use a sandbox or test key, so that no real money moves.',
      ),
      {
        kind: 'code',
        caption: 'Settings of both programs',
        code: `export TILLWRIGHT_URL=${appUrl}\nexport TILLWRIGHT_KEY=twk_sandbox_…`,
      },
    ],
  },
  {
    id: 'typescript',
    title: 'JavaScript and TypeScript',
    blocks: [
      text(
        'In a copy of the repository, run `npm pack ./packages/sdk`, and install the resulting file in your project: `npm install ./tillwright-sdk-0.1.0.tgz`. Save this program as `quickstart.mjs`, and run `node quickstart.mjs`. It prints a link: open it and pay with the card `4242 4242 4242 4242`. Only a sandbox on your own machine can send webhooks to `http://localhost`. For other installations, use the public `https://` URL of your program.',
      ),
      { kind: 'code', caption: 'quickstart.mjs', code: QUICKSTART_PROGRAM },
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    blocks: [
      text('This script for Bash needs `curl`, and Python 3 to receive the webhook.'),
      { kind: 'code', caption: 'quickstart.sh', code: QUICKSTART_SCRIPT },
    ],
  },
  {
    id: 'next',
    title: 'Next',
    blocks: [
      text(
        'Read about [the SDK](/developers/sdk), [the command line](/developers/cli), [webhooks](/developers/webhooks), and all [endpoints](/developers/api).',
      ),
    ],
  },
];
