import { expect, test } from '@jest/globals';
import { layoutOf, paragraphsOf } from './house.ts';

const file = (path: string, lines: number, head = '') => ({ path, text: `${head}${'x;\n'.repeat(lines)}` });

test('layoutOf counts files and lines, the median and the share of short files', () => {
  expect(layoutOf([file('a.ts', 10), file('b.ts', 15), file('c.ts', 16), file('d.ts', 200)])).toEqual({
    files: 4,
    median: 15.5,
    short: 0.5,
    lines: 241,
  });
  expect(layoutOf([file('a.ts', 3), file('b.ts', 7), file('c.ts', 90)]).median).toBe(7);
  expect(layoutOf([])).toEqual({ files: 0, median: 0, short: 0, lines: 0 });
});

test('paragraphsOf lists short files imported by only one other file', () => {
  const files = [
    file('app/page.tsx', 80, "import './parts/own.ts';\nimport './shared.ts';\nimport './long.ts';\n"),
    file(
      'app/other.tsx',
      80,
      "import { a } from './shared.ts';\nconst late = () => import('../app/late.ts');\n",
    ),
    file('app/parts/own.ts', 30),
    file('app/shared.ts', 5),
    file('app/long.ts', 31),
    file('app/late.ts', 2),
    file('app/entry.ts', 2),
  ];
  expect(paragraphsOf(files)).toEqual(['app/parts/own.ts', 'app/late.ts']);
});
