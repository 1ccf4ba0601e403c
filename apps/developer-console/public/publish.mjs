// PUBLISH_TOKEN=… node publish.mjs --app <app ID> --version 1.4.0 …
// Creates a version of an app and submits it for review, for use on a build server after a build. One JavaScript file
// without dependencies, so that it also runs on Node 20: it is served at /developer-center/publish.mjs.
// Exit code 0: submitted, by this run or an earlier one, 1: rejected or not reachable, 2: invalid usage.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `usage: PUBLISH_TOKEN=… node publish.mjs --app <app ID> --version <x.x.x> [options]

  --app         ID of the app as the console shows it, such as log-broom
  --version     number of the version, higher than any released one
  --git         tag or commit; without it v<version>
  --commit      whole ID of the commit behind it; without it git is asked, in the working folder
  --package     the package: its size and SHA-256 are taken from the file
  --size        size of the package in bytes, with --sha256 instead of --package
  --sha256      SHA-256 of the package
  --repo        https URL of the repository; default: that of the previous version
  --notes-zh    what is new, in Chinese: a text file
  --notes-en    what is new, in English: a text file
  --origin      address of the site; without it PUBLISH_ORIGIN

The token comes from the control panel of the developer center and needs the scopes app:read, app:write and
version:submit. Pass it in the environment, never as an argument: other processes can read those.
`;

class UsedWrongly extends Error {}

/** What to do about a rejection, where its message is written for people who are signed in. */
const REMEDIES = {
  UNAUTHENTICATED:
    'The token is unknown, expired or revoked: create one in the control panel, and store it as PUBLISH_TOKEN.',
  TOKEN_SCOPE_MISSING: 'Create a token with app:read, app:write and version:submit in the control panel.',
  VERSION_TAKEN: 'Use a higher number, or withdraw this version in the developer center and run this again.',
  VERSION_NOT_HIGHER: 'Use a higher number.',
  VERSION_OPEN: 'Finish, withdraw or delete the open version in the developer center.',
  VALIDATION_FAILED: 'Correct the options above.',
  SUBMIT_INCOMPLETE:
    'Fields of the version have an option (--help); complete the others under “Listing” in the developer center.',
  EDIT_CONFLICT: 'The app was edited meanwhile: run this again.',
};

/** A rejection by the API: its code, its message, and the errors of each field. */
class Rejected extends Error {
  constructor({ code, msg, data }) {
    // The form on the site marks fields in red and has a checklist; here they follow in lines.
    super(
      msg.replace(
        /[.。，]? *(?:Check the ones marked in red\.|See the checklist|请检查标红的.*|请查看.*清单.*)$/,
        '',
      ),
    );
    this.code = code;
    this.fields = Object.entries(data?.fields ?? {}).map(([field, key]) => {
      // A form names `changes[0].text`, a pointer `/changes/0/text`, or a part of the field.
      const at = `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}/`;
      const message = data.errors?.find(({ pointer }) => `${pointer}/`.startsWith(at))?.message;
      return `${field}: ${message === undefined ? key : `${message} (${key})`}`;
    });
  }
}

/** Null if `--help` was given. */
async function readOptions() {
  const { values } = parse();
  if (values.help) return null;
  const origin = values.origin ?? process.env.PUBLISH_ORIGIN;
  const token = process.env.PUBLISH_TOKEN?.trim();
  if (!values.app || !values.version) throw new UsedWrongly('--app and --version are needed');
  // yunduo.example:8443 also parses, as a URL with the scheme “yunduo.example”.
  if (!origin || !/^https?:\/\//i.test(origin) || !URL.canParse(origin))
    throw new UsedWrongly('--origin or PUBLISH_ORIGIN names no address');
  if (!token) throw new UsedWrongly('PUBLISH_TOKEN is empty');
  if (!/^[\w-]+$/.test(token))
    throw new UsedWrongly('PUBLISH_TOKEN is not a token alone: it has spaces, quotes or other signs');
  const { version, size } = values;
  // The site rejects it, too; checked here so that it fails before anything is created.
  if (!/^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/.test(version))
    throw new UsedWrongly('--version is three numbers such as 1.4.0, none with a zero in front');
  if (size !== undefined && !/^\d+$/.test(size)) throw new UsedWrongly('--size is a number of bytes');
  const git = values.git ?? `v${version}`;
  if (values.commit !== undefined && !COMMIT.test(values.commit))
    throw new UsedWrongly('--commit is a whole commit ID: 40 or 64 digits from 0 to 9 and a to f');
  if (values.sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(values.sha256))
    throw new UsedWrongly('--sha256 is 64 digits from 0 to 9 and a to f');
  if ((values.sha256 ?? size) !== undefined && values.package !== undefined)
    throw new UsedWrongly('--package takes the place of --size and --sha256');
  // One of the two would join what an earlier run saved, of another file.
  if ((values.sha256 === undefined) !== (size === undefined))
    throw new UsedWrongly('--size and --sha256 belong together');
  const zh = values['notes-zh'];
  const en = values['notes-en'];
  return {
    origin: new URL(origin).origin,
    token,
    app: values.app,
    version,
    facts: {
      git_version: git,
      ...(values.package !== undefined && (await packageOf(values.package))),
      ...(size !== undefined && { size: Number(size) }),
      ...(values.sha256 !== undefined && { package_sha256: values.sha256 }),
      ...(values.repo !== undefined && { repo_url: values.repo }),
      ...((zh ?? en) !== undefined && {
        // One language is enough; the store marks the other as not translated.
        description: { zh: zh === undefined ? '' : textOf(zh), en: en === undefined ? '' : textOf(en) },
      }),
      git_commit: values.commit ?? commitOf(git),
    },
  };
}

function parse() {
  try {
    const text = { type: 'string' };
    return parseArgs({
      options: {
        app: text,
        version: text,
        git: text,
        commit: text,
        package: text,
        size: text,
        sha256: text,
        repo: text,
        'notes-zh': text,
        'notes-en': text,
        origin: text,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsedWrongly(error.message);
  }
}

/** A full SHA-1 or SHA-256 of git. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/**
 * The commit that a tag names in this repository: tags can move, and the site does not fetch the repository to resolve
 * them.
 */
function commitOf(git) {
  if (COMMIT.test(git)) return git;
  try {
    const said = execFileSync(
      'git',
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${git}^{commit}`],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
    if (COMMIT.test(said)) return said;
  } catch {
    // No git, no repository or no such tag: the remedy is the same.
  }
  throw new UsedWrongly(
    `git knows no ${git} in this folder: run it where the tag was fetched, or give its commit with --commit`,
  );
}

async function packageOf(path) {
  const size = fileOf(path, (file) => statSync(file).size);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error) => {
    throw new UsedWrongly(`cannot read ${path}: ${error.message}`);
  });
  return { size, package_sha256: hash.digest('hex') };
}

function fileOf(path, read) {
  try {
    return read(path);
  } catch (error) {
    throw new UsedWrongly(`cannot read ${path}: ${error.message}`);
  }
}
function textOf(path) {
  const bytes = fileOf(path, (file) => readFileSync(file));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw new UsedWrongly(`${path} is no text in UTF-8`);
  }
}

const TRIES = 3;
const PATIENCE = 30_000;
const PAUSE = 500;
/** Statuses of a proxy while the API restarts. */
const AWAY = [502, 503, 504];
/** Longest wait, in seconds, that an answer may request; above it a 429 fails this run, and a 503 is tried soon. */
const LONGEST_PAUSE = 60;

/**
 * Sends one request, with retries if no answer came. A write carries an idempotency key: if the first try arrived, a
 * retry gets its answer, and nothing happens twice.
 */
async function reach(url, init) {
  for (let tries = 1; ; tries += 1) {
    try {
      // A redirect to another address would lose the token, and make a read of a write.
      const signal = AbortSignal.timeout(PATIENCE);
      const response = await fetch(url, { ...init, redirect: 'manual', signal });
      const { status, headers } = response;
      const text = await response.text();
      const asked = [429, ...AWAY].includes(status) ? Number(headers.get('retry-after')) : 0;
      const pause = asked > 0 && asked <= LONGEST_PAUSE ? asked : 0;
      if (tries === TRIES || !(AWAY.includes(status) || pause))
        return { status, text, location: headers.get('location') };
      await rest(pause * 1_000);
    } catch (error) {
      if (tries === TRIES) {
        const reason = error.cause?.code ?? error.cause?.message ?? error.message;
        throw new Error(`${new URL(url).origin} is not reached (${reason})`, { cause: error });
      }
    }
    await rest(PAUSE * tries);
  }
}

/** API client of one run. */
function client({ origin, token }) {
  const headers = {
    authorization: `Bearer ${token}`,
    // Errors in the language of the build server's log.
    lang: /^zh/i.test(process.env.LC_ALL ?? process.env.LANG ?? '') ? 'zh-cn' : 'us',
  };
  async function call(path, init) {
    const { status, text, location } = await reach(`${origin}/api${path}`, init);
    if (status >= 300 && status < 400 && location) {
      const { origin: other } = new URL(location, origin);
      throw new Error(`${origin} redirects to ${other}: give the address of the site itself as --origin`);
    }
    const answer = asAnswer(text);
    if (!answer) throw new Error(`${origin} answered ${status} and no JSON`);
    if (answer.code !== 'OK') throw new Rejected(answer);
    return answer.data;
  }
  return {
    get: (path, query) => call(`${path}?${new URLSearchParams(query)}`, { headers }),
    post: (path, data) =>
      call(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(data),
      }),
  };
}

function asAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** States of a version that an earlier run has submitted, in words. */
const SUBMITTED = { in_review: 'submitted', approved: 'approved', released: 'released' };

/** Whether an earlier run has submitted this very build: a build server repeats jobs, also weeks later. */
const isSubmitted = (version, { facts }) =>
  version.review_status in SUBMITTED &&
  version.git_commit !== null &&
  version.git_commit === facts.git_commit.toLowerCase() &&
  (facts.package_sha256 === undefined || version.package_sha256 === facts.package_sha256.toLowerCase());

/** Creates the version, or continues one that an earlier run began, and submits it. */
async function publish(options) {
  const { get, post } = client(options);
  // The search also matches longer IDs that contain this one: the largest page includes them all.
  const { list } = await get('/dev_app/list', {
    q: options.app,
    page_size: '100',
  });
  const app = list.find(({ app_key }) => app_key === options.app);
  if (!app) throw new Error(`The token reaches no app with the ID ${options.app}.`);
  const detail = await get('/dev_app/detail', {
    id: String(app.id),
  });
  const known = detail.versions.find(({ version }) => version === options.version);
  if (known && isSubmitted(known, options)) return known;
  const begun = known?.editable ? known : undefined;
  const saved = await post('/dev_app/version_save', {
    app_id: app.id,
    ...(begun ? { id: begun.id, revision: begun.revision } : {}),
    version: options.version,
    ...options.facts,
  });
  const { version } = await post('/dev_app/submit', {
    version_id: saved.id,
    revision: detail.revision,
    version_revision: saved.revision,
  });
  return version;
}

try {
  const options = await readOptions();
  if (options) {
    const { version, due_at, review_status: state } = await publish(options);
    const wait = state === 'in_review' ? `, answer by ${due_at ?? 'no date yet'}` : '';
    process.stdout.write(`${options.app} ${version} is ${SUBMITTED[state] ?? 'submitted'}${wait}\n`);
  } else process.stdout.write(USAGE);
} catch (error) {
  if (error instanceof UsedWrongly) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (error instanceof Rejected) {
    const remedy = REMEDIES[error.code];
    const lines = [...error.fields, ...(remedy ? [remedy] : [])].map((line) => `\n  ${line}`);
    process.stderr.write(`refused (${error.code}): ${error.message}${lines.join('')}\n`);
    process.exitCode = 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
