-- Reads both tables under a lock that blocks neither reads nor writes. Validated checks spare ATTACH PARTITION its scan.
SET LOCAL lock_timeout = '1min';--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_initial_month";--> statement-breakpoint
ALTER TABLE "ledger_entries" VALIDATE CONSTRAINT "ledger_entries_initial_month";
