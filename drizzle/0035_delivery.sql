CREATE TABLE "access_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirm_after" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"license_id" uuid NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"ip_prefix" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deliverables" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"current_version" integer,
	"warned_at_keys" integer,
	"announced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entitlement_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_byte_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"ip_prefix" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"line_key" text NOT NULL,
	"deliverable_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"missing_keys" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"decision" text,
	"ends_at" timestamp (3) with time zone,
	"recheck_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_versions" (
	"deliverable_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"scan" text NOT NULL,
	"scan_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "file_versions_deliverable_id_number_pk" PRIMARY KEY("deliverable_id","number")
);
--> statement-breakpoint
CREATE TABLE "license_proof_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mode" text,
	"seller_id" uuid NOT NULL,
	"deliverable_id" uuid NOT NULL,
	"entitlement_id" uuid,
	"key_hash" text NOT NULL,
	"sealed_key" text NOT NULL,
	"ending" text NOT NULL,
	"state" text NOT NULL,
	"max_activations" integer,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"assigned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"seller_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"deliverable_id" uuid,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "item_page_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "item_page_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "item_option_id" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "already_paid" integer;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_attempt_id_checkout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."checkout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activations" ADD CONSTRAINT "activations_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_entitlement_id_entitlements_id_fk" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_attempt_id_checkout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."checkout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_deliverable_id_deliverables_id_fk" FOREIGN KEY ("deliverable_id") REFERENCES "public"."deliverables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_deliverable_id_deliverables_id_fk" FOREIGN KEY ("deliverable_id") REFERENCES "public"."deliverables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_sha256_stored_files_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."stored_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_deliverable_id_deliverables_id_fk" FOREIGN KEY ("deliverable_id") REFERENCES "public"."deliverables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_entitlement_id_entitlements_id_fk" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_deliverable_id_deliverables_id_fk" FOREIGN KEY ("deliverable_id") REFERENCES "public"."deliverables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_links_token" ON "access_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "access_links_attempt_id_index" ON "access_links" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activations_device" ON "activations" USING btree ("license_id","fingerprint_hash") WHERE "activations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deliverables_page_id_index" ON "deliverables" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "deliverables_seller_id_index" ON "deliverables" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "deliverables_expiring" ON "deliverables" USING btree ("expires_at") WHERE "deliverables"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "downloads_entitlement_id_started_at_index" ON "downloads" USING btree ("entitlement_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_key" ON "entitlements" USING btree ("attempt_id","line_key","deliverable_id");--> statement-breakpoint
CREATE INDEX "entitlements_deliverable_id_index" ON "entitlements" USING btree ("deliverable_id");--> statement-breakpoint
CREATE INDEX "entitlements_recheck" ON "entitlements" USING btree ("mode","recheck_at") WHERE "entitlements"."recheck_at" is not null;--> statement-breakpoint
CREATE INDEX "entitlements_missing_keys" ON "entitlements" USING btree ("deliverable_id") WHERE "entitlements"."missing_keys" > 0;--> statement-breakpoint
CREATE INDEX "file_versions_sha256_index" ON "file_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_versions_scan_at_index" ON "file_versions" USING btree ("scan_at") WHERE "file_versions"."scan_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_key" ON "licenses" USING btree ("deliverable_id","key_hash");--> statement-breakpoint
CREATE INDEX "licenses_hash" ON "licenses" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "licenses_unused" ON "licenses" USING btree ("deliverable_id","created_at","id") WHERE "licenses"."entitlement_id" is null;--> statement-breakpoint
CREATE INDEX "licenses_entitlement_id_index" ON "licenses" USING btree ("entitlement_id");--> statement-breakpoint
CREATE INDEX "licenses_seller_id_assigned_at_index" ON "licenses" USING btree ("seller_id","assigned_at");--> statement-breakpoint
CREATE INDEX "uploads_seller_id_created_at_index" ON "uploads" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_expires_at_index" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "checkout_attempts_items" ON "checkout_attempts" USING gin ("item_page_ids") WHERE "checkout_attempts"."has_reservation" and "checkout_attempts"."item_page_ids" <> '{}';--> statement-breakpoint
CREATE INDEX "order_lines_item" ON "order_lines" USING btree ("item_page_id") WHERE "order_lines"."item_page_id" is not null;--> statement-breakpoint
-- The same as before, also with the stocks of a bundle's products, by the ids of their pages.
CREATE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer, unit_limit integer, item_stocks jsonb)
RETURNS SETOF checkout_attempts LANGUAGE plpgsql AS $$
DECLARE
  attempt checkout_attempts := jsonb_populate_record(NULL::checkout_attempts, new_row);
  reserved record;
BEGIN
  attempt.metadata := coalesce(attempt.metadata, '{}');
  attempt.quantity := coalesce(attempt.quantity, 1);
  attempt.item_page_ids := coalesce(attempt.item_page_ids, '{}');
  PERFORM FROM pages
  WHERE id = attempt.page_id OR id = ANY (ARRAY(SELECT jsonb_object_keys(item_stocks)::uuid))
  ORDER BY id FOR NO KEY UPDATE;
  SELECT coalesce(sum(a.quantity), 0) AS on_page,
    coalesce(sum(a.quantity) FILTER (WHERE a.page_id = attempt.page_id AND a.state <> 'completed' AND a.buyer_key = attempt.buyer_key), 0) AS of_buyer,
    count(*) FILTER (WHERE a.page_id = attempt.page_id AND a.coupon_code = attempt.coupon_code) AS with_coupon,
    count(*) FILTER (WHERE a.page_id = attempt.page_id AND a.coupon_code = attempt.coupon_code AND a.buyer_key = attempt.buyer_key) AS by_buyer
  INTO reserved FROM checkout_attempts a
  WHERE a.mode = attempt.mode AND a.has_reservation
    AND (a.page_id = attempt.page_id OR (a.item_page_ids <> '{}' AND a.item_page_ids @> ARRAY[attempt.page_id]))
    AND (stock IS NOT NULL OR a.coupon_code = attempt.coupon_code);
  IF reserved.on_page + attempt.quantity > stock
    OR (stock IS NOT NULL AND reserved.of_buyer + attempt.quantity > unit_limit)
    OR reserved.with_coupon >= coupon_limit OR reserved.by_buyer >= buyer_limit THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM jsonb_each_text(item_stocks) AS item(id, units)
    WHERE item.units::integer < attempt.quantity + (
      SELECT coalesce(sum(a.quantity), 0) FROM checkout_attempts a
      WHERE a.mode = attempt.mode AND a.has_reservation
        AND (a.page_id = item.id::uuid OR (a.item_page_ids <> '{}' AND a.item_page_ids @> ARRAY[item.id::uuid]))
    )
  ) THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO checkout_attempts SELECT attempt.* ON CONFLICT (page_id, token) DO NOTHING RETURNING *;
  IF FOUND AND (stock IS NOT NULL OR item_stocks <> '{}') THEN
    PERFORM pg_notify('page_changes', attempt.seller_id::text);
  END IF;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer, unit_limit integer)
RETURNS SETOF checkout_attempts LANGUAGE sql AS $$
  SELECT * FROM reserve_checkout_attempt(new_row, stock, coupon_limit, buyer_limit, unit_limit, '{}');
$$;
