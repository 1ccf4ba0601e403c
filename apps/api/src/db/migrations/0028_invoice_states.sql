ALTER TABLE "orders" ADD COLUMN "invoice_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_decided" CHECK ((invoice_state is null) = (invoice_decided_at is null) and (invoice_state is null or invoice is not null) and (invoice_number is not null) = coalesce(invoice_state = 'issued', false)) NOT VALID;