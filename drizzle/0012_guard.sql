CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"seller_id" uuid,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "begun_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "pay_blocks" (
	"subject" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_failures" (
	"mode" text NOT NULL,
	"account_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"page_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"card_key" text,
	"visitor_key" text,
	"buyer_key" text,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_failures_mode_account_id_charge_id_pk" PRIMARY KEY("mode","account_id","charge_id")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "visitor_key" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "suspended_for" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "refusals_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "page_reports" ADD CONSTRAINT "page_reports_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_reports" ADD CONSTRAINT "page_reports_version_id_page_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."page_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_failures" ADD CONSTRAINT "payment_failures_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_seller_id_at_index" ON "audit_entries" USING btree ("seller_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_at_index" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "page_reports_closed_at_created_at_index" ON "page_reports" USING btree ("closed_at","created_at");--> statement-breakpoint
CREATE INDEX "page_reports_page_id_index" ON "page_reports" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "payment_failures_page_id_created_at_index" ON "payment_failures" USING btree ("page_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_failures_visitor_key_created_at_index" ON "payment_failures" USING btree ("visitor_key","created_at");--> statement-breakpoint
CREATE INDEX "payment_failures_buyer_key_created_at_index" ON "payment_failures" USING btree ("buyer_key","created_at");--> statement-breakpoint
CREATE INDEX "orders_subscription" ON "orders" USING btree ("mode","account_id") WHERE "orders"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_refunded" ON "sales" USING btree ("mode","account_id") WHERE "sales"."refunded" > 0;--> statement-breakpoint
-- What holds a page changes what buyers see of it (drizzle/0002_page_changes.sql).
CREATE OR REPLACE TRIGGER pages_change
  AFTER UPDATE OF live_version, unpublished_at, archived_at, deleted_at, suspended_at, paused_until OR DELETE ON pages
  FOR EACH ROW EXECUTE FUNCTION tell_page_change();
--> statement-breakpoint
-- Who did what is never written anew: where it came from may be forgotten, and it goes when it is old.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '399 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.address IS NULL
    AND (OLD.id, OLD.at, OLD.actor, OLD.actor_id, OLD.seller_id, OLD.act, OLD.subject, OLD.facts)
      IS NOT DISTINCT FROM (NEW.id, NEW.at, NEW.actor, NEW.actor_id, NEW.seller_id, NEW.act, NEW.subject, NEW.facts) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit entries are kept as they were written';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
