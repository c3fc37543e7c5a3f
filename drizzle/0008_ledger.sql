CREATE TABLE "buyer_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "buyer_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "buyer_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"link_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "buyer_sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "buyer_sessions_link_id_unique" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "buyer_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"subscription_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"billing" text NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failed_invoice_id" text,
	"failed_at" timestamp (3) with time zone,
	"pay_url" text,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"dispute_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_cursors" (
	"mode" text NOT NULL,
	"account_id" text NOT NULL,
	"listed_to" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_cursors_mode_account_id_pk" PRIMARY KEY("mode","account_id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"refund_id" text,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressed_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "provider_events_status_next_at_index";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "product_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "refs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "renewal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sellers" ADD COLUMN "sale_notices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD CONSTRAINT "buyer_sessions_link_id_buyer_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."buyer_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_subscriptions" ADD CONSTRAINT "buyer_subscriptions_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_subscriptions" ADD CONSTRAINT "buyer_subscriptions_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buyer_links_expires_at_index" ON "buyer_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "buyer_sessions_expires_at_index" ON "buyer_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_subscriptions_mode_account_id_subscription_id_index" ON "buyer_subscriptions" USING btree ("mode","account_id","subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_subscriptions_attempt" ON "buyer_subscriptions" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "buyer_subscriptions_newest" ON "buyer_subscriptions" USING btree ("mode","seller_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_mode_account_id_dispute_id_index" ON "disputes" USING btree ("mode","account_id","dispute_id");--> statement-breakpoint
CREATE INDEX "disputes_attempt" ON "disputes" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "event_cursors_mode_next_at_index" ON "event_cursors" USING btree ("mode","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_events_key" ON "order_events" USING btree ("attempt_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("mode","account_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("mode","account_id","refund_id");--> statement-breakpoint
CREATE INDEX "refunds_attempt" ON "refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "refunds_sale" ON "refunds" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "refunds_asked" ON "refunds" USING btree ("mode","created_at") WHERE "refunds"."state" = 'asked';--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_attempt" ON "orders" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("mode",lower("email"));--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (to_tsvector('simple', "search"));--> statement-breakpoint
CREATE INDEX "outbox_attempt" ON "outbox" USING btree ("attempt_id") WHERE "outbox"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("mode","next_at") WHERE "provider_events"."status" = 'received';--> statement-breakpoint
CREATE INDEX "provider_events_parked" ON "provider_events" USING btree ("mode","received_at") WHERE "provider_events"."status" = 'parked';--> statement-breakpoint
CREATE INDEX "sales_attempt" ON "sales" USING btree ("attempt_id");--> statement-breakpoint
UPDATE "orders" SET
	"product_name" = coalesce(v."config"->>'productName', ''),
	"billing" = CASE WHEN v."config"->>'paymentType' = 'subscription' THEN v."config"->>'billingFrequency' END,
	"search" = trim(regexp_replace(lower(concat_ws(' ', "orders"."number", "orders"."email", v."config"->>'productName')), '[][@.,;:/_+''"()!?#&*-]+', ' ', 'g'))
FROM "page_versions" v WHERE v."id" = "orders"."version_id";--> statement-breakpoint
UPDATE "orders" SET "received" = s."amount", "refunded" = s."refunded"
FROM (SELECT "attempt_id", sum("amount")::integer "amount", sum("refunded")::integer "refunded" FROM "sales" GROUP BY "attempt_id") s
WHERE s."attempt_id" = "orders"."attempt_id";--> statement-breakpoint
UPDATE "sales" SET "renewal" = true
WHERE EXISTS (SELECT 1 FROM "sales" f WHERE f."attempt_id" = "sales"."attempt_id" AND (f."paid_at", f."id") < ("sales"."paid_at", "sales"."id"));--> statement-breakpoint
INSERT INTO "order_events" ("id", "attempt_id", "key", "kind", "facts", "at")
SELECT gen_random_uuid(), "attempt_id", 'paid', 'paid', jsonb_build_object('amount', "total", 'currency', "currency"), "paid_at"
FROM "orders" WHERE "paid_at" IS NOT NULL;--> statement-breakpoint
UPDATE "provider_events" SET "refs" = jsonb_strip_nulls(jsonb_build_object(
	'customer', coalesce("payload"#>'{data,object,customer}', "payload"#>'{data,previous_attributes,customer}'),
	'charge', "payload"#>'{data,object,charge}'))
WHERE "status" IN ('received', 'parked');--> statement-breakpoint
ALTER TABLE "provider_events" DROP COLUMN "payload";
