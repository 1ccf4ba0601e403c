import { defineConfig } from 'drizzle-kit';

// `npm exec -w @yunduo/api drizzle-kit generate -- --name <what>` writes the next migration from the schema.
// A migration that is there is never touched again. Triggers and functions stand in migrations alone: docs/decisions/0019.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema/index.ts',
  out: './src/db/migrations',
});
