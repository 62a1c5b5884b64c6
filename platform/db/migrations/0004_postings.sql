ALTER TABLE "draws" ADD COLUMN "posted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "account_id" uuid;--> statement-breakpoint
CREATE INDEX "draws_unposted" ON "draws" USING btree ("draw_at") WHERE "draws"."status" = 'published' and "draws"."posted_at" is null;--> statement-breakpoint
CREATE INDEX "tickets_account" ON "tickets" USING btree ("account_id","bought_at") WHERE "tickets"."account_id" is not null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_holder" CHECK ("tickets"."player_no" is null or "tickets"."account_id" is null);