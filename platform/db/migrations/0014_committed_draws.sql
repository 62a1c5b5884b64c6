ALTER TABLE "game_days" ADD COLUMN "draws_committed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counts the draws of the days before this migration.
UPDATE "game_days" SET "draws_committed" = "counted"."draws"
FROM (
  SELECT "game_id", ("draw_at" AT TIME ZONE "settings"."value")::date AS "day", count(*)::integer AS "draws"
  FROM "draws" CROSS JOIN "settings"
  WHERE "settings"."name" = 'time_zone' AND "status" = 'published' AND "committed_at" < "opened_at"
  GROUP BY 1, 2
) AS "counted"
WHERE "game_days"."game_id" = "counted"."game_id" AND "game_days"."day" = "counted"."day";
