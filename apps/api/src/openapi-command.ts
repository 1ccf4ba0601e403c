// npm run openapi: writes libs/api-contract/openapi.json and openapi.operators.json from the running routes; with
// `--check` it compares, and ends with 1 when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';
import { readSwitches } from './switches.ts';

const { check } = readSwitches('Writes the OpenAPI documents of the routes.', {
  '--check': 'compares them with the written ones instead; ends with 1 when they differ',
});

await runCommand(async () => {
  // Loaded when there is something to do: it takes the whole API.
  const { OPENAPI_FILES, openapiDocuments } = await import('./openapi-document.ts');
  const documents = await openapiDocuments();
  for (const audience of ['public', 'operators'] as const) {
    const file = OPENAPI_FILES[audience];
    const name = `libs/api-contract/${basename(file)}`;
    if (!check) {
      await writeFile(file, documents[audience]);
      console.log(`${name} is written`);
    } else if ((await readFile(file, 'utf8').catch(() => '')) !== documents[audience]) {
      throw new StartError(`${name} differs from the routes: run npm run openapi`);
    } else console.log(`${name} is up to date`);
  }
});
