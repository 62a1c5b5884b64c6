CREATE TABLE "payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"payment_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'approved', 'declined', 'cancelled')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"outcome" text,
	"decided_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_payments_outcome" CHECK (("sandbox_payments"."outcome" is null) = ("sandbox_payments"."decided_at" is null) and ("sandbox_payments"."outcome" is null or "sandbox_payments"."outcome" in ('approved', 'declined', 'cancelled')))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"taken_from" jsonb NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"decided_by" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawals_state" CHECK ("withdrawals"."state" in ('requested', 'approved', 'refused')),
	CONSTRAINT "withdrawals_amount" CHECK ("withdrawals"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"receipt_number" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"asked_digest" text NOT NULL,
	"game_id" text collate "C" NOT NULL,
	"draw_id" text collate "C" NOT NULL,
	"lines" integer NOT NULL,
	"stake_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"paid_from" jsonb NOT NULL,
	"bought_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchases_something" CHECK ("purchases"."lines" > 0 and "purchases"."stake_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "payments_account" ON "payments" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_payments_undelivered" ON "sandbox_payments" USING btree ("decided_at") WHERE "sandbox_payments"."outcome" is not null and "sandbox_payments"."delivered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_key" ON "withdrawals" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "withdrawals_account" ON "withdrawals" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("requested_at") WHERE "withdrawals"."state" = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_key" ON "purchases" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "purchases_account" ON "purchases" USING btree ("account_id","bought_at");--> statement-breakpoint
CREATE INDEX "purchases_draw" ON "purchases" USING btree ("draw_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_raffle" ON "tickets" USING btree ("draw_id",("line" ->> 'series'),("line" ->> 'number')) WHERE "tickets"."line" ? 'series';