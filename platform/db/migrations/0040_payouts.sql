CREATE TABLE "destinations" (
	"destination_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"currency_code" text NOT NULL,
	"token" text NOT NULL,
	"label" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "payouts" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_sent_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_state";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "destination_label" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "sending_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "destinations" ADD CONSTRAINT "destinations_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_withdrawal_id_withdrawals_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("withdrawal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "destinations_key" ON "destinations" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "destinations_account" ON "destinations" USING btree ("account_id","added_at");--> statement-breakpoint
CREATE INDEX "payouts_queue" ON "payouts" USING btree ("due_at") WHERE "payouts"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "payouts_finished" ON "payouts" USING btree ("finished_at");--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_destination_id_destinations_destination_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("destination_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_state" CHECK ("withdrawals"."state" in ('requested', 'approved', 'sending', 'sent', 'paid', 'refused', 'declined')) NOT VALID;