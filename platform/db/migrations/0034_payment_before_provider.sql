ALTER TABLE "payments" ALTER COLUMN "payment_url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "return_url" text;