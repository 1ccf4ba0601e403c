import { DependencyType, type CreateDependencies, type NxJsonConfiguration } from '@nx/devkit';

export const name = '@yunduo/workspace';

type NamedInputs = NonNullable<NxJsonConfiguration['namedInputs']>;
type Inputs = NamedInputs[string];

/** The packages that inputs name, themselves or by a named input. */
const packagesIn = (inputs: Inputs, named: NamedInputs): string[] =>
  inputs.flatMap((input) => {
    if (typeof input === 'string') return packagesIn(named[input] ?? [], named);
    return 'externalDependencies' in input ? input.externalDependencies : [];
  });

/**
 * A project depends on the tools of its targets: on Jest where it has tests, on Playwright where it has browser tests.
 * Nx asks their versions when it hashes a task, but not for `nx affected`: a new version of Jest would touch nobody.
 */
export const createDependencies: CreateDependencies = (_options, context) => {
  const { projects, externalNodes = {} } = context;
  const named = context.nxJsonConfiguration.namedInputs ?? {};
  return Object.entries(projects).flatMap(([source, { targets = {} }]) => {
    const tools = Object.values(targets).flatMap(({ inputs = [] }) => packagesIn(inputs, named));
    return [...new Set(tools)]
      .map((tool) => `npm:${tool}`)
      .filter((target) => target in externalNodes)
      .map((target) => ({ source, target, type: DependencyType.implicit }));
  });
};
