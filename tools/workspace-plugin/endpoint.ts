import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { formatFiles, workspaceRoot, type Tree } from '@nx/devkit';
import { edit, LAST_IMPORT, namesOf, writeNew, type Names } from './edit.ts';

interface EndpointOptions {
  area: string;
  call?: string;
  access: 'public' | 'member' | 'developer' | 'reviewer' | 'operator';
  summary: string;
  about: string;
}

interface TestOptions {
  names: Names;
  called: Names;
  access: EndpointOptions['access'];
}

/** The seeded account of each role. */
const ACCOUNTS = {
  member: 'user',
  developer: 'developer',
  reviewer: 'reviewer',
  operator: 'operator',
} as const;

/** The call as an allowed caller makes it, and as a caller without access. */
function testOf({ names, called, access }: TestOptions): string {
  const open = access === 'public';
  const call = `${names.camel}.${called.camel}`;
  return `import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ${names.camel} } from '@yunduo/api-contract';
import { testApp, type TestApp } from '../../testing/app.ts';
${
  open
    ? ''
    : `import { SEED_PASSWORD } from '../../testing/builders.ts';
import { signedInAs } from '../../testing/people.ts';
`
}
let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

${
  open
    ? `test('returns the list to a visitor', async () => {
  expect(await api.call(${call}, undefined)).toMatchObject({ code: 'OK', data: { list: [] } });
});
`
    : `test('returns the list to a ${access} and 401 without a session', async () => {
  const { token } = await signedInAs(api, '${ACCOUNTS[access]}@yunduo.test', SEED_PASSWORD);
  expect(await api.call(${call}, undefined, { token })).toMatchObject({ code: 'OK', data: { list: [] } });
  expect((await api.call(${call}, undefined)).status).toBe(401);
});
`
}`;
}

/**
 * A new area of the API with its first call, which returns an empty list. Its documents are written once it
 * exists.
 */
export default async function endpoint(
  tree: Tree,
  { area, call = 'list', access, summary, about }: EndpointOptions,
): Promise<() => void> {
  const [names, called] = [namesOf(area), namesOf(call)];
  const schemas = `${names.camel}Schemas`;
  writeNew(
    tree,
    `libs/api-contract/src/schemas/${area}.ts`,
    `import { call, Type } from './define.ts';

export const ${called.camel} = call({
  summary: ${JSON.stringify(summary)},

  data: Type.Object({ list: Type.Array(Type.String()) }),
});
`,
  );
  edit(tree, 'libs/api-contract/src/schemas/index.ts', [
    'export type {',
    `export * as ${schemas} from './${area}.ts';\nexport type {`,
  ]);
  writeNew(
    tree,
    `libs/api-contract/src/endpoints/${area}.ts`,
    `import { endpoint } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/${area}.ts';

export const ${names.camel} = {
  ${called.camel}: endpoint<ShapeOf<typeof schemas.${called.camel}>>('GET', '/${names.snake}/${called.snake}', '${access}'),
};
`,
  );
  edit(
    tree,
    'libs/api-contract/src/index.ts',
    [LAST_IMPORT, `$1import { ${names.camel} } from './endpoints/${area}.ts';\n`],
    [/\n\};\n\n\/\*\* Every call, by area/, `\n  ${names.camel},\n};\n\n/** Every call, by area`],
    [/(export const endpoints = \{[^}]*)\n\}/, `$1\n  ${names.camel},\n}`],
  );
  const folder = `apps/api/src/modules/${area}`;
  writeNew(
    tree,
    `${folder}/routes.ts`,
    `import { ${names.camel} } from '@yunduo/api-contract';
import { ${schemas} } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';

export async function ${names.camel}Module(app: FastifyInstance): Promise<void> {
  route(app, ${names.camel}.${called.camel}, ${schemas}.${called.camel}, () => ({ list: [] }));
}
`,
  );
  writeNew(tree, `${folder}/${area}.test.ts`, testOf({ names, called, access }));
  edit(
    tree,
    'apps/api/src/app.ts',
    [LAST_IMPORT, `$1import { ${names.camel}Module } from './modules/${area}/routes.ts';\n`],
    ['\n  unsubscribeModule,\n', `\n  unsubscribeModule,\n  ${names.camel}Module,\n`],
  );
  edit(tree, 'apps/api/src/plugins/openapi.ts', [
    /(const AREAS: [^{]*\{[^}]*)\n\}/,
    `$1\n  ${names.camel}: ${JSON.stringify(about)},\n}`,
  ]);
  await formatFiles(tree);
  return () => {
    // The document is generated from the route files.
    const { status } = spawnSync(process.execPath, [join(workspaceRoot, 'apps/api/src/openapi-command.ts')], {
      cwd: workspaceRoot,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('npm run openapi failed');
  };
}
