// npm run examples -- <folder>: selects the examples of the published document from the calls that tests recorded there
// (RECORD_EXAMPLES=<folder>). An example that still matches its schemas is kept.
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examples as present, type CallExample } from '@yunduo/api-contract/examples';
import { format, resolveConfig } from 'prettier';
import { exampleFaults, operationsOf, shortened, worth, type DescribedDocument } from './examples.ts';
import { OPENAPI_FILES, openapiDocuments } from './openapi-document.ts';
import { readWord } from './switches.ts';
import type { RecordedCall } from './testing/examples.ts';

const FILE = join(OPENAPI_FILES.public, '../src/examples.ts');
const folder = readWord(
  'Chooses the examples of the published document among recorded calls.',
  'folder',
  'where tests recorded their calls (RECORD_EXAMPLES)',
);

const document = JSON.parse((await openapiDocuments()).public) as DescribedDocument;
const operations = operationsOf(document);
const chosen = new Map<string, CallExample>(
  Object.entries(present).filter(([id, example]) => {
    const operation = [...operations.values()].find(({ operationId }) => operationId === id);
    return operation !== undefined && exampleFaults(document, operation, example).length === 0;
  }),
);
const stored = new Set(chosen.keys());
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')) {
    const { call, input, answer } = JSON.parse(line) as RecordedCall;
    const operation = operations.get(call);
    if (!operation || stored.has(operation.operationId)) continue;
    const given =
      input === undefined || input === null ? undefined : (shortened(input) as Record<string, unknown>);
    const requested = given && Object.keys(given).length > 0 ? given : undefined;
    const example: CallExample = {
      ...(call.startsWith('GET') ? requested && { query: requested } : {}),
      ...(operation.requestBody?.content['application/json'] && { body: requested ?? {} }),
      answer: shortened(answer),
    };
    const before = chosen.get(operation.operationId);
    if (exampleFaults(document, operation, example).length > 0) continue;
    if (!before || worth(example) > worth(before)) chosen.set(operation.operationId, example);
  }

const order = [...operations.values()].map(({ operationId }) => operationId);
const lines = order.flatMap((id) => {
  const example = chosen.get(id);
  return example ? [`${id}: ${JSON.stringify(example)},`] : [];
});
const head = readFileSync(FILE, 'utf8').split('= {')[0] ?? '';
const text = `${head}= {\n${lines.join('\n')}\n};\n`;
await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
const without = [...operations.values()].filter(
  (operation) => exampleFaults(document, operation, chosen.get(operation.operationId)).length > 0,
);
console.log(
  `${chosen.size} examples; without: ${without.map(({ operationId }) => operationId).join(', ') || 'none'}`,
);
