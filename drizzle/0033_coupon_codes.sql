CREATE TABLE "coupon_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"batch" text NOT NULL,
	"code_hash" text NOT NULL,
	"sealed_code" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coupon_codes" ADD CONSTRAINT "coupon_codes_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_codes" ADD CONSTRAINT "coupon_codes_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_codes_page_id_code_hash_index" ON "coupon_codes" USING btree ("page_id","code_hash");--> statement-breakpoint
CREATE INDEX "coupon_codes_page_id_batch_index" ON "coupon_codes" USING btree ("page_id","batch");--> statement-breakpoint
CREATE INDEX "checkout_attempts_buyers" ON "checkout_attempts" USING btree ("mode","seller_id","buyer_key","page_id") WHERE "checkout_attempts"."state" = 'completed';