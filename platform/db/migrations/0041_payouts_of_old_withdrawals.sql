-- In earlier releases, operators paid by hand, and the approval took the money from the wallet.
UPDATE "withdrawals" SET "state" = 'paid', "paid_at" = "decided_at" WHERE "state" = 'approved' AND "destination_id" IS NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_state";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_destination_id_destinations_destination_id_fk";--> statement-breakpoint
CREATE INDEX "withdrawals_unpaid" ON "withdrawals" USING btree ("decided_at") WHERE "withdrawals"."state" in ('approved', 'sending', 'sent');
