import { DependencyType, type CreateDependencies, type NxJsonConfiguration } from '@nx/devkit';

export const name = '@yunduo/workspace';

type NamedInputs = NonNullable<NxJsonConfiguration['namedInputs']>;
type Inputs = NamedInputs[string];

/** The packages in a target's inputs, direct or through a named input. */
const packagesIn = (inputs: Inputs, named: NamedInputs): string[] =>
  inputs.flatMap((input) => {
    if (typeof input === 'string') return packagesIn(named[input] ?? [], named);
    return 'externalDependencies' in input ? input.externalDependencies : [];
  });

/**
 * Makes a project depend on the tools of its targets: on Jest if it has tests, on Playwright if it has
 * browser tests. Nx includes their versions in a task's hash, but not in `nx affected`: a new version of Jest
 * would affect no project.
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
