CREATE TABLE "customer_notes" (
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_mode_seller_id_email_pk" PRIMARY KEY("mode","seller_id","email")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "anonymized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("mode","seller_id",lower("email"));