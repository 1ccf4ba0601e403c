// npm run openapi: writes libs/api-contract/openapi.json from the running routes; with `--check` it compares, and ends
// with 1 when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';
import { readSwitches } from './switches.ts';

const { check } = readSwitches('Writes the OpenAPI document of the routes.', {
  '--check': 'compares it with the written one instead; ends with 1 when they differ',
});

await runCommand(async () => {
  // Loaded when there is something to do: it takes the whole API.
  const { OPENAPI_FILE, openapiDocument } = await import('./openapi-document.ts');
  const document = await openapiDocument();
  if (!check) {
    await writeFile(OPENAPI_FILE, document);
    console.log('libs/api-contract/openapi.json is written');
    return;
  }
  const committed = await readFile(OPENAPI_FILE, 'utf8').catch(() => '');
  if (committed !== document) {
    throw new StartError('libs/api-contract/openapi.json differs from the routes: run npm run openapi');
  }
  console.log('libs/api-contract/openapi.json is up to date');
});
