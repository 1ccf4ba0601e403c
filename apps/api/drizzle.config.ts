import { defineConfig } from 'drizzle-kit';

// `npm exec -w @yunduo/api drizzle-kit generate -- --name <what>` writes the next migration from the schema.
// Until the first release there is one migration only: remove `src/db/migrations` and run
// `npm run migration -w @yunduo/api -- --name foundation`. After it, a released migration is never touched again.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema/index.ts',
  out: './src/db/migrations',
});
