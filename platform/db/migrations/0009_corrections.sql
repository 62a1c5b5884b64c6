CREATE TABLE "draw_corrections" (
	"draw_id" text collate "C" NOT NULL,
	"no" integer NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"written_off" jsonb NOT NULL,
	"reason" text NOT NULL,
	"decided_by" text NOT NULL,
	"corrected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "draw_corrections_draw_id_no_pk" PRIMARY KEY("draw_id","no"),
	CONSTRAINT "draw_corrections_kind" CHECK ("draw_corrections"."kind" in ('corrected', 'voided')),
	CONSTRAINT "draw_corrections_no" CHECK ("draw_corrections"."no" > 0)
);
--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "correction" jsonb;--> statement-breakpoint
ALTER TABLE "draw_corrections" ADD CONSTRAINT "draw_corrections_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was corrected stays on record: another correction follows, none is taken back.
CREATE FUNCTION "draw_corrections_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: corrections are only added', TG_OP, TG_TABLE_NAME USING ERRCODE = 'GL003';
END $$;--> statement-breakpoint
CREATE TRIGGER "draw_corrections_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "draw_corrections"
  FOR EACH STATEMENT EXECUTE FUNCTION "draw_corrections_final"();
