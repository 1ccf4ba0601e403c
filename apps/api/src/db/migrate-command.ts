// npm run db:migrate: migrates the schema of DATABASE_URL, or of the data folder.
import { readConfig } from '../config.ts';
import { runCommand } from '../run-command.ts';
import { readSwitches } from '../switches.ts';
import { openDatabase } from './open.ts';

readSwitches('Brings the schema of DATABASE_URL, or of the data folder, up to date.');

await runCommand(async () => {
  const database = await openDatabase(readConfig(process.env), {
    info: () => undefined,
    error: ({ err }: { err?: unknown }, message) => console.error(message, err),
  });
  try {
    await database.migrate();
    console.log('the schema is up to date');
  } finally {
    await database.close();
  }
});
