CREATE TABLE "sandbox_payouts" (
	"payout_id" uuid PRIMARY KEY NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"event_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_payouts_outcome" CHECK ("sandbox_payouts"."outcome" in ('paid', 'declined'))
);
--> statement-breakpoint
CREATE INDEX "sandbox_payouts_undelivered" ON "sandbox_payouts" USING btree ("event_at") WHERE "sandbox_payouts"."delivered_at" is null;