CREATE TABLE "checkout_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"external_id" text,
	"total" integer NOT NULL,
	"currency" text NOT NULL,
	"success_url" text,
	"cancel_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "checkout_link_id" uuid;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checkout_link_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_links_expires_at_index" ON "checkout_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "checkout_links_seller_id_index" ON "checkout_links" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "orders_external_id" ON "orders" USING btree ("mode","seller_id","external_id") WHERE "orders"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_checkout_link" ON "orders" USING btree ("checkout_link_id") WHERE "orders"."checkout_link_id" is not null;--> statement-breakpoint
-- Processes of the previous version insert attempts without the new column.
CREATE OR REPLACE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer)
RETURNS SETOF checkout_attempts LANGUAGE plpgsql AS $$
DECLARE
  attempt checkout_attempts := jsonb_populate_record(NULL::checkout_attempts, new_row);
  reserved record;
BEGIN
  attempt.metadata := coalesce(attempt.metadata, '{}');
  PERFORM FROM pages WHERE id = attempt.page_id FOR NO KEY UPDATE;
  SELECT count(*) AS on_page,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code) AS with_coupon,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code AND buyer_key = attempt.buyer_key) AS by_buyer
  INTO reserved FROM checkout_attempts
  WHERE mode = attempt.mode AND page_id = attempt.page_id AND has_reservation
    AND (stock IS NOT NULL OR coupon_code = attempt.coupon_code);
  IF reserved.on_page >= stock OR reserved.with_coupon >= coupon_limit OR reserved.by_buyer >= buyer_limit THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO checkout_attempts SELECT attempt.* ON CONFLICT (page_id, token) DO NOTHING RETURNING *;
  IF FOUND AND stock IS NOT NULL THEN
    PERFORM pg_notify('page_changes', attempt.seller_id::text);
  END IF;
END $$;
