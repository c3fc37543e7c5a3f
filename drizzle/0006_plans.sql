CREATE TABLE "monthly_sales" (
	"seller_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"month" text NOT NULL,
	"usd_cents" bigint NOT NULL,
	"transactions" integer NOT NULL,
	CONSTRAINT "monthly_sales_seller_id_mode_month_pk" PRIMARY KEY("seller_id","mode","month")
);
--> statement-breakpoint
CREATE TABLE "plan_subscriptions" (
	"seller_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"generation" integer NOT NULL,
	"chosen_plan" text NOT NULL,
	"greeted_at" timestamp (3) with time zone,
	"status" text,
	"plan" text,
	"trial_ends_at" timestamp (3) with time zone,
	"current_period_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"pending_plan" text,
	"pending_plan_at" timestamp (3) with time zone,
	"due" jsonb,
	"card" jsonb,
	"access_until" timestamp (3) with time zone NOT NULL,
	"access_told" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"changing_until" timestamp (3) with time zone,
	"changes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_subscriptions_seller_id_mode_pk" PRIMARY KEY("seller_id","mode")
);
--> statement-breakpoint
CREATE TABLE "plan_upgrades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"month" text NOT NULL,
	"from_plan" text NOT NULL,
	"to_plan" text NOT NULL,
	"state" text NOT NULL,
	"charged" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "usd_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "usd_refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "fx_rate" text;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "fx_source" text;--> statement-breakpoint
ALTER TABLE "monthly_sales" ADD CONSTRAINT "monthly_sales_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_subscriptions_mode_customer_id_index" ON "plan_subscriptions" USING btree ("mode","customer_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_mode_due_at_index" ON "plan_subscriptions" USING btree ("mode","due_at");--> statement-breakpoint
CREATE INDEX "plan_access_ends" ON "plan_subscriptions" USING btree ("mode","access_told","access_until");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_upgrades_mode_seller_id_month_to_plan_index" ON "plan_upgrades" USING btree ("mode","seller_id","month","to_plan");--> statement-breakpoint
CREATE INDEX "plan_upgrades_state_next_at_index" ON "plan_upgrades" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "sales_payment" ON "sales" USING btree ("mode","account_id","payment_intent_id");--> statement-breakpoint
-- Sales in US dollars are counted from the first; those of other currencies were recorded without a rate and stay out.
UPDATE "sales" SET "usd_cents" = "amount", "fx_rate" = '1', "fx_source" = 'identity' WHERE upper("currency") = 'USD';--> statement-breakpoint
INSERT INTO "monthly_sales" ("seller_id", "mode", "month", "usd_cents", "transactions")
SELECT "seller_id", "mode", to_char("paid_at" AT TIME ZONE 'UTC', 'YYYY-MM'), sum("usd_cents"), count(*) FROM "sales" GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE TRIGGER plan_access_insert AFTER INSERT ON plan_subscriptions
  FOR EACH ROW EXECUTE FUNCTION tell_page_change();--> statement-breakpoint
CREATE TRIGGER plan_access_change AFTER UPDATE ON plan_subscriptions
  FOR EACH ROW WHEN (
    (OLD.access_until, OLD.access_told) IS DISTINCT FROM (NEW.access_until, NEW.access_told)
  ) EXECUTE FUNCTION tell_page_change();
