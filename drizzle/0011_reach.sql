CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "api_replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"status" integer,
	"sealed_body" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"host" text NOT NULL,
	"proof" text NOT NULL,
	"page_id" uuid,
	"proven_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"off_at" timestamp (3) with time zone,
	"finding" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"subject" text,
	"status" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"redelivery" boolean DEFAULT false NOT NULL,
	"last_status" integer,
	"last_problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"format" text NOT NULL,
	"events" jsonb NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_old_secret" text,
	"old_secret_until" timestamp (3) with time zone,
	"paused_by" text,
	"failing_since" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"order_number" integer,
	"body" text NOT NULL,
	"sentence" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"took" integer NOT NULL,
	"address" text,
	"request_headers" jsonb NOT NULL,
	"status" integer,
	"answer_headers" jsonb NOT NULL,
	"answer" text NOT NULL,
	"answer_cut" boolean NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "imported_from" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_replays" ADD CONSTRAINT "api_replays_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_mode_seller_id_created_at_index" ON "api_keys" USING btree ("mode","seller_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_replays_once" ON "api_replays" USING btree ("seller_id","key");--> statement-breakpoint
CREATE INDEX "api_replays_old" ON "api_replays" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_claim" ON "domains" USING btree ("seller_id","host");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_proven" ON "domains" USING btree ("host") WHERE "domains"."proven_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_page" ON "domains" USING btree ("page_id") WHERE "domains"."page_id" is not null;--> statement-breakpoint
CREATE INDEX "domains_due" ON "domains" USING btree ("next_check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","message_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_at") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_before" ON "webhook_deliveries" USING btree ("endpoint_id","subject","position") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_message" ON "webhook_deliveries" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_mode_seller_id_created_at_index" ON "webhook_endpoints" USING btree ("mode","seller_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_once" ON "webhook_messages" USING btree ("mode","seller_id","key");--> statement-breakpoint
CREATE INDEX "webhook_messages_old" ON "webhook_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_newest" ON "webhook_tries" USING btree ("delivery_id","at");--> statement-breakpoint
CREATE INDEX "pages_imported" ON "pages" USING btree ("seller_id","imported_from") WHERE "pages"."imported_from" is not null;--> statement-breakpoint
CREATE TRIGGER domains_change AFTER INSERT OR UPDATE OF proven_at, page_id OR DELETE ON domains
  FOR EACH ROW EXECUTE FUNCTION tell_page_change();
--> statement-breakpoint
DROP TRIGGER plan_access_change ON plan_subscriptions;
--> statement-breakpoint
-- What a plan has of its own is told as well: names at whose root a page stands.
CREATE TRIGGER plan_access_change AFTER UPDATE ON plan_subscriptions
  FOR EACH ROW WHEN (
    (OLD.access_until, OLD.access_told, OLD.plan) IS DISTINCT FROM (NEW.access_until, NEW.access_told, NEW.plan)
  ) EXECUTE FUNCTION tell_page_change();
