// npm run openapi: writes libs/api-contract/openapi.json, openapi.operators.json and calls.tsv from the running routes;
// with `--check` it compares, and exits with 1 when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';
import { readSwitches } from './switches.ts';

const { check } = readSwitches('Writes the OpenAPI documents of the routes, and the list of calls.', {
  '--check': 'compares them with the written ones instead; ends with 1 when they differ',
});

await runCommand(async () => {
  // Loads the whole API, so only when needed.
  const { CALLS_FILE, callsList, OPENAPI_FILES, openapiDocuments } = await import('./openapi-document.ts');
  const documents = await openapiDocuments();
  const files = [
    [OPENAPI_FILES.public, documents.public],
    [OPENAPI_FILES.operators, documents.operators],
    [CALLS_FILE, callsList()],
  ] as const;
  for (const [file, text] of files) {
    const name = `libs/api-contract/${basename(file)}`;
    if (!check) {
      await writeFile(file, text);
      console.log(`${name} is written`);
    } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      throw new StartError(`${name} differs from the routes: run npm run openapi`);
    } else console.log(`${name} is up to date`);
  }
});
