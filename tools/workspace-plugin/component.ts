import { formatFiles, type Tree } from '@nx/devkit';
import { namesOf, writeNew } from './edit.ts';

/** A component of the shared interface; its look and its states remain to be written. */
export default async function component(tree: Tree, { name }: { name: string }): Promise<void> {
  const { camel, pascal } = namesOf(name);
  const folder = `libs/ui/src/${name}`;
  writeNew(
    tree,
    `${folder}/${name}.tsx`,
    `import type { ReactNode } from 'react';
import styles from './${name}.module.css';

interface ${pascal}Props {
  children: ReactNode;
}

/** TODO What it is for. Words arrive as props. */
export function ${pascal}({ children }: ${pascal}Props) {
  return <div className={styles.${camel}}>{children}</div>;
}
`,
  );
  writeNew(
    tree,
    `${folder}/${name}.module.css`,
    `.${camel} {
  padding: var(--space-2);
  color: var(--text);
}
`,
  );
  writeNew(
    tree,
    `${folder}/${name}.stories.tsx`,
    `import { story } from '../story.ts';
import { ${pascal} } from './${name}.tsx';

export default { component: ${pascal} };

export const Words = story((say) => <${pascal}>{say('云舵', 'Yunduo')}</${pascal}>);
`,
  );
  writeNew(
    tree,
    `${folder}/${name}.test.tsx`,
    `import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { ${pascal} } from './${name}.tsx';

test('renders its text', async () => {
  const { container } = render(<${pascal}>云舵</${pascal}>);
  expect(screen.getByText('云舵')).toBeTruthy();
  await expectAccessible(container);
});
`,
  );
  const index = tree.read('libs/ui/src/index.ts', 'utf8') ?? '';
  tree.write('libs/ui/src/index.ts', `${index}export { ${pascal} } from './${name}/${name}.tsx';\n`);
  await formatFiles(tree);
}
