// npm run release -- <command> [app]: cuts releases, pins running versions, and tests two versions side by
// side (docs/releasing.md). Without a command: lists them.
import { appendFileSync } from 'node:fs';
import { among, UsageError, commandLine } from '../cli.ts';
import { ReleaseError } from './release-error.ts';
import { APPS, isApp, readReleases, tagOf, WEB_APPS, type App, type WebApp } from './released.ts';

interface Options {
  as?: string;
  'dry-run'?: boolean;
  push?: boolean;
  back?: boolean;
}

type Name =
  | 'list'
  | 'contract'
  | 'ready'
  | 'cut'
  | 'publish'
  | 'rolled-out'
  | 'rolled-back'
  | 'image'
  | 'deploy'
  | 'compat';

interface Command {
  /** The arguments after the name; others are rejected. */
  takes: string;
  about: string;
  /** True on success. */
  run(words: string[], options: Options): Promise<boolean>;
}

function appOf(name: string | undefined): App {
  if (isApp(name)) return name;
  throw new ReleaseError(`Name one app: ${APPS.join(', ')}`);
}

function webAppOf(name: string | undefined): WebApp | null {
  const app = appOf(name);
  return WEB_APPS.find((one) => one === app) ?? null;
}

/** Environment that Nx reads on load: no daemon that outlives the command, no colours in a log. */
process.env['NX_DAEMON'] = 'false';

const COMMANDS: Record<Name, Command> = {
  list: {
    takes: '',
    about: 'what runs, and what a roll-back goes to',
    async run() {
      const releases = readReleases();
      for (const app of APPS) {
        const [first, before] = releases[app];
        const back = before ? `back to ${before.version}` : 'nothing to go back to';
        console.log(`${app.padEnd(18)} ${first?.version} (${first?.commit.slice(0, 8)}), ${back}`);
      }
      return true;
    },
  },
  contract: {
    takes: '',
    about: 'what the API of this commit changes for the web apps that run',
    async run() {
      const { acceptedBreaks, currentContract, judge, releasedContract, sentence } =
        await import('./contract.ts');
      const { newCalls } = await import('./contract-breaks.ts');
      const released = releasedContract();
      const current = currentContract();
      const added = newCalls(released, current);
      const { breaks, faults } = judge(released, current, acceptedBreaks(), readReleases());
      for (const call of added) console.log(`new     ${call}`);
      for (const found of breaks) console.log(`breaks  ${sentence(found)}`);
      for (const fault of faults) console.log(`wrong   ${fault}`);
      console.log(
        `Since api@${released.version}: ${added.length} new calls, ${breaks.length} breaks, ${faults.length} wrong decisions.`,
      );
      return breaks.length + faults.length === 0;
    },
  },
  ready: {
    takes: '<app>',
    about:
      'whether a web app calls nothing that the released API does not serve yet; of the API, whether it breaks nobody',
    async run([name]) {
      const app = webAppOf(name);
      if (!app) return COMMANDS.contract.run([], {});
      const { callsAhead } = await import('./api-compat.ts');
      const ahead = await callsAhead(app);
      for (const call of ahead) console.log(`not released yet: ${call}`);
      console.log(ahead.length ? 'Release the API first.' : `${app} may be released.`);
      return ahead.length === 0;
    },
  },
  cut: {
    takes: '<app> [--as minor|1.2.3] [--dry-run]',
    about: 'version, changelog, one commit and one tag of this app; --dry-run does it in a throw-away clone',
    async run([name], options) {
      const app = appOf(name);
      if (options['dry-run']) {
        const { rehearse } = await import('./rehearse.ts');
        const { ok, said, files, tags, added } = rehearse(app, options.as);
        if (!ok) console.log(said);
        else if (tags.length === 0)
          console.log(`Nothing that ${app} ships has changed since its last release.`);
        else console.log(`${tags.join(', ')}\n\n${files.join('\n')}\n\n${added}`);
        return ok;
      }
      const { cut } = await import('./cut.ts');
      const made = await cut(app, options.as);
      console.log(
        made
          ? `${made.tag} is cut. Next: git push --atomic origin HEAD:main ${made.tag}, roll it out, npm run release -- rolled-out ${app} ${made.version}`
          : `Nothing that ${app} ships has changed since its last release.`,
      );
      return true;
    },
  },
  publish: {
    takes: '<app> [--as minor|1.2.3]',
    about:
      'cuts the release of origin/main as it is now, and pushes commit and tag atomically; may run again after any failure',
    async run([name], options) {
      const app = appOf(name);
      const { cut } = await import('./cut.ts');
      const { newestTag, publish } = await import('./publish.ts');
      const { root } = await import('../test/run.ts');
      const done = await publish(app, { folder: root, cut: () => cut(app, options.as) });
      console.log(
        done ? `${done} is cut and pushed.` : `Nothing that ${app} ships has changed since its last release.`,
      );
      // A job that stopped after its push and is run again must still build the image.
      const again = Number(process.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1;
      const tag = done ?? (again ? newestTag(app) : '');
      if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], `tag=${tag}\n`);
      return true;
    },
  },
  'rolled-out': {
    takes: '<app> <version>',
    about: 'pins what runs from now on, in releases.json',
    async run([name, version]) {
      const app = appOf(name);
      if (!version) throw new ReleaseError('Name the version that runs now');
      const { rolledOut } = await import('./pin-release.ts');
      console.log(`${tagOf(app, await rolledOut(app, version))} is pinned; commit releases.json`);
      return true;
    },
  },
  'rolled-back': {
    takes: '<app>',
    about: 'pins the release before, in releases.json',
    async run([name]) {
      const app = appOf(name);
      const { rolledBack } = await import('./pin-release.ts');
      console.log(`${tagOf(app, await rolledBack(app))} is pinned; commit releases.json`);
      return true;
    },
  },
  image: {
    takes: '<app>@<version> [--push]',
    about: 'the image of a release that is checked out, named for IMAGE_REGISTRY; needs docker',
    async run([tag = ''], options) {
      const { makeImage } = await import('./image.ts');
      const registry = process.env['IMAGE_REGISTRY'] ?? 'yunduo';
      const image = await makeImage(tag, registry, options.push ?? false);
      console.log(image);
      if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], `image=${image}\n`);
      return true;
    },
  },
  deploy: {
    takes: '<image|app> [--back]',
    about: 'has the machine of DEPLOY_HOST run a pushed image, or with --back what it ran before; over ssh',
    async run([image = ''], options) {
      const { deploy } = await import('./deploy.ts');
      return deploy(image, options.back ?? false);
    },
  },
  compat: {
    takes: '[step …]',
    about:
      'the long form: previous apps on the new API, new apps on the previous one, roll-backs under open tabs',
    async run(only) {
      const { compat } = await import('./compat.ts');
      return compat(only);
    },
  },
};

const NAMES = Object.keys(COMMANDS) as Name[];

const USAGE = [
  'npm run release -- <command>\n',
  ...NAMES.map((name) => `  ${`${name} ${COMMANDS[name].takes}`.padEnd(46)} ${COMMANDS[name].about}`),
].join('\n');

const request = commandLine(
  USAGE,
  {
    options: {
      as: { type: 'string' },
      'dry-run': { type: 'boolean' },
      push: { type: 'boolean' },
      back: { type: 'boolean' },
    },
    allowPositionals: true,
  },
  ({ values: options, positionals: [given, ...words] }) => {
    if (given === undefined) return null;
    const [name] = among(NAMES, [given]);
    if (!name) return null;
    const { takes } = COMMANDS[name];
    const most = takes.includes('…')
      ? Infinity
      : takes.split(' ').filter((word) => word.startsWith('<')).length;
    if (words.length > most || Object.keys(options).some((option) => !takes.includes(`--${option}`)))
      throw new UsageError(`${name} takes ${takes || 'nothing'}`);
    if (
      options.as !== undefined &&
      !/^(?:major|minor|patch|(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})$/.test(options.as)
    )
      throw new UsageError(`${options.as}: major, minor, patch or a version such as 1.2.3 is needed.`);
    return { command: COMMANDS[name], words, options };
  },
);
if (!request) {
  console.log(USAGE);
  process.exit();
}
try {
  process.exit((await request.command.run(request.words, request.options)) ? 0 : 1);
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`error: ${error.message}`);
    process.exit(2);
  }
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exit(1);
}
