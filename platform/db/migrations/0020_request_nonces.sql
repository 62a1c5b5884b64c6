CREATE UNLOGGED TABLE "request_nonces" (
	"nonce" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
