// Rules for the workflows of .github: pinned actions, time limits, minimal permissions, and commands that run
// locally.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { filesOf, root } from './workspace.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string> | string | null;
  'timeout-minutes'?: number;
  uses?: string;
  steps?: Step[];
}

interface Workflow {
  on?: unknown;
  permissions?: unknown;
  concurrency?: unknown;
  jobs?: Record<string, Job>;
  /** A step of a composite action. */
  runs?: { steps?: Step[] };
}

/** The maximum duration: the long forms are limited to 45 minutes, plus the installation of dependencies. */
const LONGEST = 60;
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
/** Programs that a step may call besides the project's own scripts. */
const COMMANDS = [
  /^npm ci( --[\w-]+)*$/,
  /^npm audit( --[\w=-]+)*$/,
  /^\.ci\/run$/,
  // Nx's own commands are the same everywhere.
  /^npx nx (format:check|run|affected) /,
  /^git (config|push) /,
  /^docker login /,
  // Keyless signing: only the workflow itself can do it.
  /^cosign sign --yes /,
  // Beside the action, where a check runs it.
  /^"\$GITHUB_ACTION_PATH\/[\w-]+\.sh"$/,
];

/** Paths of every workflow and of every own action. */
export const workflowFiles = (): string[] => [
  ...filesOf('.github/workflows/*.{yml,yaml}'),
  ...filesOf('.github/actions/*/action.{yml,yaml}'),
];

/** Events triggered by outsiders that run with the project's permissions and secrets. */
const WITH_OUR_RIGHTS = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** Names of the events that start a workflow: `on` is a string, a list or a mapping. */
function triggersOf(on: unknown): string[] {
  if (typeof on === 'string') return [on];
  if (Array.isArray(on)) return on.map(String);
  return typeof on === 'object' && on !== null ? Object.keys(on) : [];
}

/** The faults of one file as text. `scripts`: those of package.json. */
export function workflowFaults(text: string, scripts: readonly string[]): string[] {
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs ?? {});
  const errors: string[] = [];
  if (workflow.jobs) {
    if (JSON.stringify(workflow.permissions) !== '{}') errors.push('permissions: {} is to stand at the top');
    const triggers = triggersOf(workflow.on);
    if (!workflow.concurrency && !triggers.includes('workflow_call')) errors.push('no concurrency');
    errors.push(...triggers.filter((trigger) => WITH_OUR_RIGHTS.includes(trigger)));
    if (triggers.includes('pull_request')) {
      if (/\bsecrets\b/.test(JSON.stringify({ ...workflow, on: null })))
        errors.push('secrets for a pull request');
      for (const [name, job] of jobs) errors.push(...foreignFaults(job).map((fault) => `${name}: ${fault}`));
    }
  }
  for (const [name, job] of jobs) {
    errors.push(...jobFaults(job).map((fault) => `${name}: ${fault}`));
    errors.push(
      ...(job.steps ?? []).flatMap((step) => stepFaults(step, scripts)).map((fault) => `${name}: ${fault}`),
    );
  }
  errors.push(...(workflow.runs?.steps ?? []).flatMap((step) => stepFaults(step, scripts)));
  // A pinned hash means nothing to a reader without its release.
  for (const [line] of text.matchAll(/uses: (?!\.\/).*$/gm)) {
    if (!/@[0-9a-f]{40} # v\d+(\.\d+)*$/.test(line)) errors.push(`${line}: no release beside the pin`);
  }
  return errors;
}

function jobFaults(job: Job): string[] {
  const errors: string[] = [];
  if (typeof job.permissions !== 'object' || job.permissions === null)
    errors.push('no permissions of its own');
  else {
    for (const [scope, right] of Object.entries(job.permissions)) {
      const may = {
        contents: ['read', 'write'],
        packages: ['write'],
        'security-events': ['write'],
        'id-token': ['write'],
      }[scope] ?? ['read'];
      if (!may.includes(right)) errors.push(`${scope}: ${right} is more than any job needs`);
    }
  }
  if (job.uses) {
    if (!job.uses.startsWith('./') && !PINNED.test(job.uses)) errors.push(`${job.uses} is not pinned`);
    return errors;
  }
  const limit = job['timeout-minutes'];
  if (!limit || limit > LONGEST) errors.push(`timeout-minutes ${limit}`);
  return errors;
}

/** A pull request may come from an untrusted branch: its code gets read permissions and no credentials. */
function foreignFaults({ permissions, steps = [], uses }: Job): string[] {
  const errors: string[] = [];
  const writes = Object.entries(typeof permissions === 'object' ? (permissions ?? {}) : {}).flatMap(
    ([scope, right]) => (right === 'read' || right === 'none' ? [] : [scope]),
  );
  // Findings are uploaded with `security-events`, by pinned actions that run no code of the branch.
  const runsItsCode = uses !== undefined || steps.some((step) => step.run ?? step.uses?.startsWith('./'));
  for (const scope of writes) {
    if (scope !== 'security-events' || runsItsCode)
      errors.push(`${scope} is not only read for a pull request`);
  }
  if (steps.some((step) => step.with?.['persist-credentials'] === true))
    errors.push('credentials stay in reach of a pull request');
  return errors;
}

function stepFaults({ uses, run, with: inputs }: Step, scripts: readonly string[]): string[] {
  if (uses?.startsWith('./')) {
    return existsSync(join(root, uses, 'action.yml')) ? [] : [`${uses} is not there`];
  }
  if (uses) {
    const errors = PINNED.test(uses) ? [] : [`${uses} is not pinned by a full commit`];
    const tells =
      uses.startsWith('actions/checkout@') && typeof inputs?.['persist-credentials'] !== 'boolean';
    return tells ? [...errors, 'a checkout says whether its credentials stay'] : errors;
  }
  return (run ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => commandFaults(line, scripts));
}

function commandFaults(line: string, scripts: readonly string[]): string[] {
  // GitHub substitutes expressions before the shell parses the script: pass values through the environment.
  if (line.includes('${{')) return [`${line}: an expression inside a command`];
  const script = /^npm (?:run ([\w:-]+)|(test|start))( |$)/.exec(line);
  if (script) {
    const name = script[1] ?? script[2] ?? '';
    return scripts.includes(name) ? [] : [`${line}: package.json has no ${name}`];
  }
  return COMMANDS.some((command) => command.test(line)) ? [] : [`${line}: make it a script of package.json`];
}

export const readScripts = (): string[] =>
  Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts);
