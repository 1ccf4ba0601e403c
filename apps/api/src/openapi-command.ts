// npm run openapi: writes libs/api-contract/openapi.json from the running routes; with `--check` it compares, and ends
// with 1 when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { OPENAPI_FILE, openapiDocument } from './openapi-document.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

await runCommand(async () => {
  const document = await openapiDocument();
  if (!process.argv.includes('--check')) {
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
