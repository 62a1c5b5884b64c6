CREATE TABLE "claim_refusals" (
	"receipt_number" text collate "C" PRIMARY KEY NOT NULL,
	"draw_id" text collate "C" NOT NULL,
	"account_id" uuid NOT NULL,
	"currency_code" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"taken_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"refused_by" text NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claim_refusals_taken" CHECK ("claim_refusals"."taken_minor" between 0 and "claim_refusals"."amount_minor")
);
--> statement-breakpoint
ALTER TABLE "claim_refusals" ADD CONSTRAINT "claim_refusals_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_refusals_draw" ON "claim_refusals" USING btree ("draw_id");--> statement-breakpoint
CREATE INDEX "claim_refusals_account" ON "claim_refusals" USING btree ("account_id");