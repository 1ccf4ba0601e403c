// npm run db:seed: writes the seeded world into DATABASE_URL, or into the data folder; once. In production it writes
// the content and our own apps, without accounts.
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openFiles } from '../file-stores.ts';
import { runCommand } from '../run-command.ts';
import { withSigningKey } from '../signing-key.ts';
import { readSwitches } from '../switches.ts';
import { openDatabase } from '../db/open.ts';
import { seed } from './index.ts';
import { seedMoment } from './moment.ts';

readSwitches('Writes the sample world into DATABASE_URL, or into the data folder; once.');

await runCommand(async () => {
  const config = await withSigningKey(readConfig(process.env));
  const database = await openDatabase(config, {
    info: () => undefined,
    error: ({ err }: { err?: unknown }, message) => console.error(message, err),
  });
  try {
    await database.migrate();
    const written = await seed(database.db, {
      now: seedMoment(process.env['SEED_NOW'], systemClock),
      files: await openFiles(config),
      secrets: config,
      people: config.mode !== 'production',
    });
    console.log(written ? 'the seeded world is there' : 'already seeded: nothing was changed');
  } finally {
    await database.close();
  }
});
