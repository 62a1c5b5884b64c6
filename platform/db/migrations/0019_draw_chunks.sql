CREATE TABLE "draw_chunks" (
	"draw_id" text collate "C" NOT NULL,
	"chunk_no" integer NOT NULL,
	"lines" integer NOT NULL,
	"last_receipt" text collate "C" NOT NULL,
	"last_line_no" smallint NOT NULL,
	"hash" text NOT NULL,
	"stake_minor" bigint NOT NULL,
	"cash_minor" bigint NOT NULL,
	"played" json,
	CONSTRAINT "draw_chunks_draw_id_chunk_no_pk" PRIMARY KEY("draw_id","chunk_no")
);
--> statement-breakpoint
ALTER TABLE "draws" DROP CONSTRAINT "draws_publication";--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "chunks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "chunks_posted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "prizes_posted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_publication" CHECK (("draws"."status" = 'published') = ("draws"."seed" is not null) and ("draws"."seed" is null) = ("draws"."drawn" is null) and ("draws"."status" <> 'published' or "draws"."tickets_root" is not null));--> statement-breakpoint
-- Draws that an older version closed have no chunks. The engine stores their chunks and the same root again.
UPDATE "draws" SET "tickets_root" = NULL WHERE "status" = 'closed';
