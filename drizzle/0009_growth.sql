CREATE TABLE "new_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "new_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"visitor" "bytea" NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"utm_term" text DEFAULT '' NOT NULL,
	"utm_content" text DEFAULT '' NOT NULL,
	"visit_country" text DEFAULT '' NOT NULL,
	"device" text DEFAULT 'other' NOT NULL,
	"embed" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_days" (
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "view_days_mode_seller_id_page_id_dimension_day_value_pk" PRIMARY KEY("mode","seller_id","page_id","dimension","day","value")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" bigint PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"visitor" "bytea" NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"utm_term" text DEFAULT '' NOT NULL,
	"utm_content" text DEFAULT '' NOT NULL,
	"visit_country" text DEFAULT '' NOT NULL,
	"device" text DEFAULT 'other' NOT NULL,
	"embed" text DEFAULT '' NOT NULL,
	"first_on_page" boolean NOT NULL,
	"first_with_seller" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "buyer_key" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "holds" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "return_to" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "referrer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "utm_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "utm_medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "utm_campaign" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "utm_term" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "utm_content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "visit_country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "device" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "embed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sellers" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "new_views" ADD CONSTRAINT "new_views_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "new_views" ADD CONSTRAINT "new_views_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_days" ADD CONSTRAINT "view_days_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "views_visitor" ON "views" USING btree ("seller_id","day","visitor","page_id");--> statement-breakpoint
CREATE INDEX "views_seller" ON "views" USING btree ("mode","seller_id","at");--> statement-breakpoint
CREATE INDEX "views_old" ON "views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "attempts_started" ON "attempts" USING btree ("mode","seller_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_holding" ON "attempts" USING btree ("page_id","coupon_code","buyer_key") WHERE "attempts"."holds";--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("mode","seller_id","paid_at");--> statement-breakpoint
UPDATE attempts SET holds = false WHERE state IN ('failed', 'expired');
--> statement-breakpoint
UPDATE attempts SET holds = false FROM orders WHERE orders.attempt_id = attempts.id AND orders.state = 'failed';
