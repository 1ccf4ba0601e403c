import { formatFiles, updateJson, type Tree } from '@nx/devkit';
import { writeNew } from './edit.ts';

interface LibraryOptions {
  name: string;
  type: 'base' | 'data' | 'ui' | 'shell';
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** An empty library: `npm install` links it, `nx sync` maintains its project references. */
export default async function library(tree: Tree, { name, type }: LibraryOptions): Promise<void> {
  const folder = `libs/${name}`;
  const web = type !== 'base';
  writeNew(
    tree,
    `${folder}/package.json`,
    json({
      name: `@yunduo/${name}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      sideEffects: false,
      exports: { '.': './src/index.ts' },
    }),
  );
  writeNew(
    tree,
    `${folder}/project.json`,
    json({
      name,
      $schema: '../../node_modules/nx/schemas/project-schema.json',
      sourceRoot: folder,
      projectType: 'library',
      tags: [`type:${type}`, web ? 'scope:web' : 'scope:shared'],
    }),
  );
  writeNew(
    tree,
    `${folder}/tsconfig.json`,
    json({
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        rootDir: '.',
        outDir: 'dist/types',
        tsBuildInfoFile: 'dist/types/tsconfig.tsbuildinfo',
        lib: web ? ['ES2024', 'DOM', 'DOM.Iterable'] : ['ES2024'],
        types: ['node', 'jest'],
      },
      include: ['src/**/*.ts', 'src/**/*.tsx', 'src/**/*.d.ts'],
      exclude: ['dist', 'node_modules', '**/fixtures/**'],
      references: [],
    }),
  );
  const preset = web ? 'domPreset' : 'nodePreset';
  writeNew(
    tree,
    `${folder}/jest.config.mjs`,
    `import { ${preset} } from '../../jest.preset.mjs';

export default { ...${preset}, rootDir: import.meta.dirname };
`,
  );
  writeNew(tree, `${folder}/src/index.ts`, `export const name = '${name}';\n`);
  writeNew(
    tree,
    `${folder}/src/index.test.ts`,
    `import { expect, test } from '@jest/globals';
import { name } from './index.ts';

test('exports its name', () => {
  expect(name).toBe('${name}');
});
`,
  );
  updateJson<{ references: { path: string }[] }>(tree, 'tsconfig.json', ({ references, ...rest }) => ({
    ...rest,
    references: [...references, { path: `./${folder}` }],
  }));
  await formatFiles(tree);
}
