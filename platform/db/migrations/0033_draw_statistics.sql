CREATE TABLE "draw_statistics" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"draws" integer DEFAULT 0 NOT NULL,
	"last_draw_number" integer DEFAULT 0 NOT NULL,
	"last_draw_at" timestamp (3) with time zone,
	"first_draw_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "drawn_values" (
	"game_id" text collate "C" NOT NULL,
	"part" text collate "C" NOT NULL,
	"place" smallint NOT NULL,
	"value" text collate "C" NOT NULL,
	"times" integer NOT NULL,
	"last_nth" integer NOT NULL,
	CONSTRAINT "drawn_values_game_id_part_place_value_pk" PRIMARY KEY("game_id","part","place","value")
);
