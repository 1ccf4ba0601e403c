// A reference implementation of the client on an offline server, for authors of clients and for tests:
// node tools/licence/client.ts request --state client.json --code YDAC-… --server-name db-1
// [--fingerprint <64 hex digits>]
// node tools/licence/client.ts deactivate --state client.json licence.json
// Prints the request file or the deactivation receipt. Exit code 0: done, 1: refused, 2: usage error.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { deactivate, makeRequest, newClient, readState, writeState } from './client-state.ts';
import type { LicenceFile } from './licence-file.ts';

const USAGE = `usage: node tools/licence/client.ts request --state client.json --code <code> --server-name <name> [--fingerprint <64 hex digits>]
       node tools/licence/client.ts deactivate --state client.json licence.json

  request      prints a request file; makes the state, with a new key, where there is none or it was deactivated
  deactivate   gives up the key in the state, so that no licence file verifies with it, and prints the receipt
`;

function usedWrongly(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        code: { type: 'string' },
        'server-name': { type: 'string' },
        fingerprint: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return usedWrongly(error instanceof Error ? error.message : String(error));
  }
}

/** The fingerprint of this machine, as `docs/operations.md` describes it. */
const ownFingerprint = (): string =>
  createHash('sha256')
    .update(`yunduo-server/1\n${readFileSync('/etc/machine-id', 'utf8').trim()}`)
    .digest('hex');

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const [command, path] = positionals;
const { state: statePath } = values;
if (statePath === undefined) usedWrongly('name the state of the client with --state');
try {
  if (command === 'request') {
    const { code, 'server-name': serverName } = values;
    if (code === undefined || serverName === undefined) usedWrongly('--code and --server-name are needed');
    const known = existsSync(statePath) ? readState(statePath) : null;
    const fingerprint = values.fingerprint ?? known?.fingerprint ?? ownFingerprint();
    const usable = known !== null && 'private_key' in known && known.fingerprint === fingerprint;
    const state = usable ? known : newClient(fingerprint);
    if (!usable) writeState(statePath, state);
    print(makeRequest(state, { code, serverName, now: new Date() }));
  } else if (command === 'deactivate') {
    if (path === undefined) usedWrongly('name the licence file');
    const licence = JSON.parse(readFileSync(path, 'utf8')) as LicenceFile;
    const state = deactivate(readState(statePath), licence, new Date());
    // The key is destroyed before the receipt is printed; printed again, it is the same.
    writeState(statePath, state);
    print(state.receipt);
  } else usedWrongly('say what to do: request or deactivate');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function print(file: object): void {
  process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
}
