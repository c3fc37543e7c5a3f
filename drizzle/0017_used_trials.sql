CREATE TABLE "trial_hash_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_trials" (
	"mode" text NOT NULL,
	"key_hash" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_trials_mode_key_hash_pk" PRIMARY KEY("mode","key_hash")
);
