// Checks the allowed imports a second time: ESLint's rule misses some kinds of imports, and some rules are
// our own.
// node tools/checks/boundaries.ts
import { posix } from 'node:path';
import { depConstraints } from '../lint/boundaries.mjs';
import { importsOf } from './imports.ts';
import type { Import } from './imports.ts';
import { projectOf, readProjects, readSources } from './workspace.ts';
import type { Project, SourceFile } from './workspace.ts';

/** Server only: neither its code nor its size may reach a browser. */
export const SERVER_ONLY = ['typebox', '@sinclair/typebox', 'drizzle-orm', '@yunduo/api-contract/schemas'];

const isTest = (path: string): boolean => /\.(test|stories|e2e)\.tsx?$/.test(path);
const isPackage = (specifier: string, name: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`);
export const matches = (specifier: string, pattern: string): boolean =>
  pattern.endsWith('/*') ? specifier.startsWith(pattern.slice(0, -1)) : isPackage(specifier, pattern);

/** `apps/public-site/app/features/store/list/page.tsx` → `apps/public-site/app/features/store`. */
const featureOf = (path: string): string | undefined =>
  /^(apps\/[^/]+\/app\/features\/[^/]+)\//.exec(path)?.[1];

/**
 * The lowest modules of the server: they may import only each other, otherwise everything would depend on
 * everything.
 */
const GROUND = ['audit', 'calendar', 'codes', 'files', 'jobs', 'mail', 'site', 'text', 'throttle'];

/** `apps/api/src/modules/mail/outbox.ts` → `mail`. */
const moduleOf = (path: string): string | undefined => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1];

interface Resolved extends Import {
  /** The path below the root that a relative import refers to. */
  path?: string;
  /** The imported project of the workspace; undefined for a third-party package. */
  project?: Project;
}

/** Resolves imports of a workspace, the same way for every check. */
const resolutions = new WeakMap<readonly Project[], WeakMap<SourceFile, Resolved[]>>();

/** The import graph, including type-only and dynamic imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

class Check {
  readonly faults: string[] = [];
  readonly #projects: readonly Project[];
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #reached = new Map<Project, Project[]>();
  readonly #modules: Graph;
  readonly #relative: Graph;

  constructor(projects: readonly Project[], files: readonly SourceFile[]) {
    this.#projects = projects;
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#modules = this.#graph(moduleOf);
    this.#relative = this.#graph((path) => (this.#files.has(path) ? path : undefined));
  }

  run(judged: readonly SourceFile[]): string[] {
    for (const { path } of judged) this.#checkFile(path);
    return this.faults;
  }

  #resolve(file: SourceFile): Resolved[] {
    let known = resolutions.get(this.#projects);
    if (!known) resolutions.set(this.#projects, (known = new WeakMap()));
    const found = known.get(file);
    if (found) return found;
    const resolved = importsOf(file).map((found): Resolved => {
      if (found.specifier.startsWith('.')) {
        const path = posix.join(posix.dirname(file.path), found.specifier.replace(/\?.*$/, ''));
        return { ...found, path, project: projectOf(path, this.#projects) };
      }
      const project = this.#projects.find(({ packageName }) => isPackage(found.specifier, packageName));
      return { ...found, project };
    });
    known.set(file, resolved);
    return resolved;
  }

  #checkFile(path: string): void {
    const file = this.#files.get(path);
    const own = projectOf(path, this.#projects);
    if (!file || !own) return;
    const feature = featureOf(path);
    if (feature && /\/index\.tsx?$/.test(path))
      this.faults.push(`${path}: a feature folder has no barrel file`);
    for (const found of this.#resolve(file)) {
      const report = (why: string): void => {
        this.faults.push(`${path}:${found.line} imports ${found.specifier}: ${why}`);
      };
      const other = found.project;
      if (other && other !== own) this.#checkProjects(own, other, found, report);
      if (!other && !found.path) this.#checkPackage(own, found.specifier, report);
      const target = found.path ? featureOf(found.path) : undefined;
      if (feature && target && feature !== target) report('a feature does not import its sibling');
      const [module, entered] = [isTest(path) ? undefined : moduleOf(path), moduleOf(found.path ?? '')];
      if (module && entered && module !== entered) this.#checkModules(module, entered, report);
      if (found.path && !isTest(path)) {
        const back = this.#way(this.#relative, found.path, path);
        if (back)
          report(`files in a circle: ${[path, ...back].map((one) => posix.basename(one)).join(' → ')}`);
      }
      const erased = found.typeOnly || isTest(path);
      if (own.tags.includes('scope:web') && !erased) this.#checkBrowser(found, report);
    }
  }

  /** The relative imports between the nodes that `nodeOf` derives from file paths, without tests. */
  #graph(nodeOf: (path: string) => string | undefined): Graph {
    const graph = new Map<string, Set<string>>();
    for (const file of this.#files.values()) {
      const node = isTest(file.path) ? undefined : nodeOf(file.path);
      if (!node) continue;
      const below = graph.get(node) ?? new Set<string>();
      graph.set(node, below);
      for (const { path = '' } of this.#resolve(file)) {
        const entered = nodeOf(path);
        if (entered && entered !== node) below.add(entered);
      }
    }
    return graph;
  }

  /**
   * The shortest path from one node to another along imports; empty if the first does not depend on the
   * second.
   */
  #way(graph: Graph, from: string, to: string): string[] | undefined {
    const ways = [[from]];
    const seen = new Set([from]);
    for (const way of ways) {
      const last = way.at(-1) ?? from;
      if (last === to) return way;
      for (const next of graph.get(last) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        ways.push([...way, next]);
      }
    }
    return undefined;
  }

  #checkModules(module: string, entered: string, report: (why: string) => void): void {
    if (GROUND.includes(module) && !GROUND.includes(entered))
      report(`the module ${module} stands below ${entered}`);
    const back = this.#way(this.#modules, entered, module);
    if (back) report(`modules in a circle: ${[module, ...back].join(' → ')}`);
  }

  #checkProjects(own: Project, other: Project, found: Resolved, report: (why: string) => void): void {
    if (found.path) report(`another project is imported by its name, ${other.packageName}`);
    if (other.tags.includes('type:app')) report('nobody imports an app');
    for (const constraint of depConstraints) {
      if (!own.tags.includes(constraint.sourceTag)) continue;
      const only = constraint.onlyDependOnLibsWithTags;
      if (only && !only.some((tag) => other.tags.includes(tag))) {
        report(`${constraint.sourceTag} depends only on ${only.join(', ')}; ${other.name} is none`);
      }
      const reached = this.#reach(other).find(({ tags }) =>
        constraint.notDependOnLibsWithTags?.some((tag) => tags.includes(tag)),
      );
      if (reached) report(`${constraint.sourceTag} never reaches ${reached.name}`);
    }
  }

  #checkPackage(own: Project, specifier: string, report: (why: string) => void): void {
    for (const { sourceTag, bannedExternalImports = [] } of depConstraints) {
      if (!own.tags.includes(sourceTag)) continue;
      if (bannedExternalImports.some((pattern) => matches(specifier, pattern)))
        report(`banned for ${sourceTag}`);
    }
  }

  /** Follows imports that are not erased through the workspace: the browser receives all of them. */
  #checkBrowser(found: Resolved, report: (why: string) => void): void {
    const banned = SERVER_ONLY.find((name) => isPackage(found.specifier, name));
    if (banned) {
      report(`${banned} belongs to the server and would reach the browser`);
      return;
    }
    const entry = found.project && !found.path ? this.#entryOf(found) : undefined;
    const chain = entry ? this.#serverOnlyBelow(entry, new Set()) : undefined;
    if (chain) report(`leads to ${chain}, which belongs to the server`);
  }

  #serverOnlyBelow(path: string, seen: Set<string>): string | undefined {
    const file = this.#files.get(path);
    if (!file || seen.has(path)) return undefined;
    seen.add(path);
    for (const found of this.#resolve(file)) {
      if (found.typeOnly) continue;
      const banned = SERVER_ONLY.find((name) => isPackage(found.specifier, name));
      const next = found.project && !found.path ? this.#entryOf(found) : found.path;
      const below = banned ?? (next ? this.#serverOnlyBelow(next, seen) : undefined);
      if (below) return below;
    }
    return undefined;
  }

  #entryOf({ specifier, project }: Resolved): string | undefined {
    if (!project) return undefined;
    const inner = specifier.slice(project.packageName.length + 1);
    const candidates = [`src/${inner || 'index'}.ts`, `src/${inner}/index.ts`];
    return candidates.map((name) => `${project.folder}/${name}`).find((path) => this.#files.has(path));
  }

  /** A project and its transitive dependencies by the imports in its files. */
  #reach(start: Project): Project[] {
    const known = this.#reached.get(start);
    if (known) return known;
    const reached = new Set<Project>();
    const pending = [start];
    for (let project = pending.pop(); project; project = pending.pop()) {
      if (reached.has(project)) continue;
      reached.add(project);
      for (const file of this.#files.values()) {
        if (projectOf(file.path, this.#projects) !== project) continue;
        pending.push(...this.#resolve(file).flatMap((found) => found.project ?? []));
      }
    }
    this.#reached.set(start, [...reached]);
    return [...reached];
  }
}

/** Every import that breaks a rule, with its place and the rule; limited to `judged` if given. */
export const boundaryFaults = (
  projects: readonly Project[],
  files: readonly SourceFile[],
  judged = files,
): string[] => new Check(projects, files).run(judged);

if (process.argv[1] === import.meta.filename) {
  const projects = readProjects();
  const errors = boundaryFaults(projects, readSources(projects));
  console.log(errors.length ? errors.join('\n') : 'No import breaks a boundary.');
  process.exit(errors.length ? 1 : 0);
}
