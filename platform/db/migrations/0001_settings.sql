CREATE TABLE "settings" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "draws_won" ON "draws" USING btree ("game_id","draw_at") WHERE "draws"."top_win" is not null;