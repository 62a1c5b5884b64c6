CREATE TABLE "accounts" (
	"account_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"password_hash" text NOT NULL,
	"email" text,
	"email_key" text collate "C",
	"email_verified_at" timestamp (3) with time zone,
	"mobile" text collate "C",
	"mobile_verified_at" timestamp (3) with time zone,
	"country_id" text,
	"state_id" text,
	"currency_code" text NOT NULL,
	"language" text NOT NULL,
	"avatar_image" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"birth_date" date,
	"street" text,
	"city" text,
	"post_code" text,
	"wants_promotions" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"status_until" timestamp (3) with time zone,
	"kyc_state" text DEFAULT 'none' NOT NULL,
	"referral_code" text collate "C" NOT NULL,
	"referred_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_status" CHECK ("accounts"."status" in ('active', 'suspended', 'excluded', 'deleted')),
	CONSTRAINT "accounts_kyc_state" CHECK ("accounts"."kyc_state" in ('none', 'pending', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_username" ON "accounts" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_mobile" ON "accounts" USING btree ("mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_referral_code" ON "accounts" USING btree ("referral_code");--> statement-breakpoint
CREATE INDEX "accounts_referred_by" ON "accounts" USING btree ("referred_by");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");