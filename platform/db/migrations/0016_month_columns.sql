-- A constant default rewrites no row, so each of these locks is held for milliseconds.
-- The weak lock comes first and waits longer: it makes PostgreSQL cancel a running autovacuum, and blocks no request.
SET LOCAL lock_timeout = '10s';--> statement-breakpoint
LOCK TABLE "draws", "tickets", "ledger_accounts", "transfers", "ledger_entries" IN SHARE UPDATE EXCLUSIVE MODE;--> statement-breakpoint
-- A request waits for at most five of these locks in turn, which is less than a second. The runner repeats a migration
-- that did not get its locks.
SET LOCAL lock_timeout = '150ms';--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "tickets_month" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "month" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "last_month" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "month" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "entries_month" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
-- Validated by the next migration, so that no table is read under these locks.
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_initial_month" CHECK ("month" = '2000-01-01') NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_initial_month" CHECK ("month" = '2000-01-01') NOT VALID;
