CREATE TABLE "email_opt_outs" (
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_opt_outs_mode_seller_id_email_pk" PRIMARY KEY("mode","seller_id","email")
);
--> statement-breakpoint
ALTER TABLE "email_opt_outs" ADD CONSTRAINT "email_opt_outs_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_alerts" ON "outbox" USING btree ("created_at") WHERE "outbox"."kind" = 'operator_alert';