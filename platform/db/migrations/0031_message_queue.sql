-- The new index is built before the old one is dropped, because the drop locks the table until the commit.
CREATE INDEX "messages_queue" ON "messages" USING btree ("is_bulk","due_at") WHERE "messages"."state" = 'due';--> statement-breakpoint
DROP INDEX "messages_due";
