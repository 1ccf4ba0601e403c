import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Instruction, Stage } from './dockerfile.ts';

const STEP_LIMIT = 15 * 60_000;

export interface BuildOptions {
  /** The repository. */
  root: string;
  /** An empty folder: stages are made below it. */
  work: string;
  /** Takes what is installed and built in the repository in place of `npm ci` and `nx build` of the stage "build". */
  built: boolean;
  print(line: string): void;
}

/** Runs a program and throws with what it said when it fails. */
export function must(command: string, args: readonly string[], options: object = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: STEP_LIMIT,
    ...options,
  });
  if (status !== 0) {
    throw new Error(
      `${command} ${args.join(' ')} failed: ${error?.message ?? (stderr || stdout).slice(-2000)}`,
    );
  }
  return stdout;
}

/** What Docker would be sent: the repository without what `.dockerignore` names. */
function copyContext(root: string, target: string): void {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const files = globSync('**/{*,.*}', {
    cwd: root,
    exclude: (path) => rules.some((rule) => matches(rule, path)),
  });
  for (const file of files) {
    if (rules.some((rule) => matches(rule, file)) || !statSync(join(root, file)).isFile()) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

/** The two forms that our `.dockerignore` has: a name at the top, and `**` before a name at any depth. */
function matches(rule: string, path: string): boolean {
  const deep = rule.startsWith('**/');
  const name = deep ? rule.slice(3) : rule;
  const part = deep ? basename(path) : path;
  return name.startsWith('*') ? part.endsWith(name.slice(1)) : part === name;
}

/** Copies as Docker does: a folder's content into the target, a file to the target or into it. */
function copy(from: string, to: string, target: string): void {
  mkdirSync(target.endsWith('/') ? to : dirname(to), { recursive: true });
  // Links instead of bytes: nothing here writes into a file, it makes new ones.
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    must('cp', ['-al', `${from}/.`, to]);
  } else must('cp', ['-alf', from, target.endsWith('/') ? join(to, basename(from)) : to]);
}

/** Performs the stages of an image file without an engine. Returns the folder that is the last one's root. */
export function buildStages(stages: readonly Stage[], { root, work, built, print }: BuildOptions): string {
  const context = join(dirname(work), 'context');
  if (!existsSync(context)) copyContext(root, context);
  const folderOf = (name: string): string => join(work, name);

  for (const stage of stages) {
    const folder = folderOf(stage.name);
    mkdirSync(folder, { recursive: true });
    provideBase(stage, folder);
    let workdir = '/';
    let env: Record<string, string> = {};
    const within = (path: string): string => join(folder, resolve(workdir, path));

    const perform: Record<string, (instruction: Instruction) => void> = {
      WORKDIR({ args }) {
        workdir = resolve(workdir, args[0] ?? '');
        mkdirSync(join(folder, workdir), { recursive: true });
      },
      ENV({ args }) {
        for (const pair of args[0]?.split(/\s+/) ?? []) {
          env = { ...env, [pair.slice(0, pair.indexOf('='))]: pair.slice(pair.indexOf('=') + 1) };
        }
      },
      COPY({ args, flags }) {
        const words = args[0]?.split(/\s+/) ?? [];
        const target = words.pop() ?? '';
        for (const source of words) {
          const from = flags['from'] ? join(folderOf(flags['from']), source) : join(context, source);
          copy(from, within(target), target);
        }
        if (flags['chown'] && process.getuid?.() === 0) must('chown', ['-R', flags['chown'], within(target)]);
      },
      RUN({ args: [command = ''] }) {
        // Our own steps name nothing outside their folder, so that they can be taken elsewhere.
        if (/(^|[\s=])\//.test(command)) throw new Error(`a path from the top: ${command}`);
        const app = /^npx nx build (\S+)$/.exec(command)?.[1];
        if (built && stage.name === 'build' && command === 'npm ci') {
          symlinkSync(join(root, 'node_modules'), within('node_modules'));
          return;
        }
        if (built && app) {
          cpSync(join(root, 'apps', app, 'dist/build'), within(`apps/${app}/dist/build`), {
            recursive: true,
          });
          return;
        }
        must('sh', ['-c', command], {
          cwd: join(folder, workdir),
          env: {
            HOME: join(work, 'home'),
            npm_config_cache: must('npm', ['config', 'get', 'cache']).trim(),
            npm_config_prefer_offline: 'true',
            PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
            ...env,
          },
        });
      },
    };
    for (const instruction of stage.instructions) {
      const begun = performance.now();
      perform[instruction.name]?.(instruction);
      const seconds = (performance.now() - begun) / 1000;
      if (seconds > 0.5)
        print(`  ${stage.name}: ${instruction.name} ${instruction.args[0]} (${seconds.toFixed(1)} s)`);
    }
  }
  return folderOf(stages.at(-1)?.name ?? '');
}

/** What our stages take from the images that they begin with: Node, or the C libraries that it needs. */
function provideBase({ base }: Stage, folder: string): void {
  const node = /^node:([\d.]+)-/.exec(base)?.[1];
  if (node) {
    if (node !== process.versions.node) throw new Error(`${base}, but this is Node ${process.versions.node}`);
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    cpSync(realpathSync(process.execPath), join(folder, 'usr/local/bin/node'));
    return;
  }
  if (!base.startsWith('gcr.io/distroless/cc-debian')) return;
  for (const name of ['etc', 'tmp', 'proc', 'dev', 'usr/lib', 'usr/lib64']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  symlinkSync('usr/lib', join(folder, 'lib'));
  symlinkSync('usr/lib64', join(folder, 'lib64'));
  // What the image holds and Node, sharp and argon2 link to; on another system than Debian nothing is isolated.
  const libraries = spawnSync('dpkg', ['-L', 'libc6', 'libstdc++6', 'libgcc-s1'], { encoding: 'utf8' });
  for (const path of libraries.stdout?.split('\n') ?? []) {
    if (!/^(\/usr)?\/lib(64)?\/.*\.so[.\d]*$/.test(path) || /gconv|audit/.test(path) || !existsSync(path))
      continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(realpathSync(path), join(folder, path));
  }
}
