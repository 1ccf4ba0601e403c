// npm run release -- <command> [app]: cuts releases, pins what runs, and proves that two versions live together
// (docs/releasing.md). Without a command: lists them.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ReleaseError } from './release-error.ts';
import { APPS, isApp, readReleases, tagOf, WEB_APPS, type App, type WebApp } from './released.ts';

interface Command {
  /** What stands behind the name. */
  takes: string;
  about: string;
  /** True: it held. */
  run(words: string[]): Promise<boolean>;
}

const { values: options, positionals } = parseArgs({
  options: {
    as: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    push: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function appOf(name: string | undefined): App {
  if (isApp(name)) return name;
  throw new ReleaseError(`Name one app: ${APPS.join(', ')}`);
}

function webAppOf(name: string | undefined): WebApp | null {
  const app = appOf(name);
  return WEB_APPS.find((one) => one === app) ?? null;
}

/** What Nx asks for when it is loaded: no daemon that outlives the command, no colours in a log. */
process.env['NX_DAEMON'] = 'false';

const COMMANDS: Record<string, Command> = {
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
      if (!app) return (await COMMANDS['contract']?.run([])) ?? false;
      const { callsAhead } = await import('./ready.ts');
      const ahead = await callsAhead(app);
      for (const call of ahead) console.log(`not released yet: ${call}`);
      console.log(ahead.length ? 'Release the API first.' : `${app} may be released.`);
      return ahead.length === 0;
    },
  },
  cut: {
    takes: '<app> [--as minor|1.2.3] [--dry-run]',
    about: 'version, changelog, one commit and one tag of this app; --dry-run does it in a throw-away clone',
    async run([name]) {
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
          ? `${made.tag} is cut. Next: git push --follow-tags, roll it out, npm run release -- rolled-out ${app} ${made.version}`
          : `Nothing that ${app} ships has changed since its last release.`,
      );
      return true;
    },
  },
  'rolled-out': {
    takes: '<app> <version>',
    about: 'pins what runs from now on, in releases.json',
    async run([name, version]) {
      const app = appOf(name);
      if (!version) throw new ReleaseError('Name the version that runs now');
      const { rolledOut } = await import('./pin.ts');
      console.log(`${tagOf(app, await rolledOut(app, version))} is pinned; commit releases.json`);
      return true;
    },
  },
  'rolled-back': {
    takes: '<app>',
    about: 'pins the release before, in releases.json',
    async run([name]) {
      const app = appOf(name);
      const { rolledBack } = await import('./pin.ts');
      console.log(`${tagOf(app, await rolledBack(app))} is pinned; commit releases.json`);
      return true;
    },
  },
  tag: {
    takes: '<app>',
    about: 'the release that the last commit is; a workflow reads it as `tag`',
    async run([name]) {
      const { tagHere } = await import('./image.ts');
      const tag = tagHere(appOf(name)) ?? '';
      console.log(tag || 'none');
      if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], `tag=${tag}\n`);
      return true;
    },
  },
  image: {
    takes: '<app>@<version> [--push]',
    about: 'the image of a release that is checked out, named for IMAGE_REGISTRY; needs docker',
    async run([tag = '']) {
      const { makeImage } = await import('./image.ts');
      const registry = process.env['IMAGE_REGISTRY'] ?? 'yunduo';
      console.log(await makeImage(tag, registry, options.push));
      return true;
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
  record: {
    takes: '',
    about: 'writes down what the released apps and the released API say to each other, for the short form',
    async run() {
      const { recordExchanges } = await import('./exchanges.ts');
      const { calls, exchanges, faults } = await recordExchanges();
      for (const fault of faults) console.log(`  ${fault}`);
      console.log(`${exchanges} exchanges of ${calls} calls are written; commit tools/release/released`);
      return faults.length === 0;
    },
  },
};

const [name, ...words] = positionals;
const command = name ? COMMANDS[name] : undefined;
if (!command) {
  console.log('npm run release -- <command>\n');
  for (const [key, { takes, about }] of Object.entries(COMMANDS)) {
    console.log(`  ${`${key} ${takes}`.padEnd(46)} ${about}`);
  }
  process.exit(name ? 1 : 0);
}
try {
  process.exit((await command.run(words)) ? 0 : 1);
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exit(1);
}
