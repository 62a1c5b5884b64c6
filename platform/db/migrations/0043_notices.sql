CREATE TABLE "notices" (
	"notice_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"texts" jsonb NOT NULL,
	"content_hash" text collate "C" NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"position" uuid,
	"notified" bigint DEFAULT 0 NOT NULL,
	"mailed" bigint DEFAULT 0 NOT NULL,
	"worked_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('promotion', 'notice'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_content" ON "notices" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "notices_unfinished" ON "notices" USING btree ("worked_at") WHERE "notices"."finished_at" is null;