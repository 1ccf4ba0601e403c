// node tools/licence/verify.ts --key <public key> [--key …] [--keys plans.json] licence.json
// [--fingerprint <64 hex digits>] [--state client.json] [--receipt receipt.json]
// Verifies a licence file without a network. Exit code 0: valid, 1: invalid, 2: usage error.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readState, receiptReleases, type Receipt } from './client-state.ts';
import {
  chainedKeys,
  judge,
  readPublicKey,
  type LicenceFile,
  type PublicKey,
  type PublishedKey,
} from './licence-file.ts';

const USAGE = `usage: node tools/licence/verify.ts --key <public key> [--key …] [--keys plans.json] licence.json [--fingerprint <64 hex digits>] [--state client.json] [--receipt receipt.json]

  --key          a public key that you trust, as GET /api/auth_code/plans lists it
  --keys         the answer of that call: a key in it that a trusted one signed is trusted, too
  --fingerprint  of this server; without it the file is not asked which server it is for
  --state        of the client that would use it; without it the file is not asked which client it is for
  --receipt      of its deactivation: also says whether the receipt is this file's
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
        key: { type: 'string', multiple: true },
        keys: { type: 'string' },
        fingerprint: { type: 'string' },
        state: { type: 'string' },
        receipt: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return usedWrongly(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const [file] = positionals;
if (file === undefined || positionals.length > 1) usedWrongly('name one licence file');
const keys = (values.key ?? []).map((text): PublicKey => {
  return readPublicKey(text) ?? usedWrongly(`not a public key (32 bytes in base64): ${text}`);
});
if (keys.length === 0) usedWrongly('give a public key with --key');
const fingerprint = values.fingerprint?.trim() ?? null;
if (fingerprint !== null && !/^[0-9a-f]{64}$/i.test(fingerprint))
  usedWrongly('a fingerprint has 64 hexadecimal digits');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return usedWrongly(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readPublished(path: string): PublishedKey[] {
  try {
    return (JSON.parse(read(path)) as { data: { keys: PublishedKey[] } }).data.keys;
  } catch {
    return usedWrongly(`${path} is not the answer of GET /api/auth_code/plans`);
  }
}

function readClientKey(path: string): string {
  try {
    const state = readState(path);
    return 'private_key' in state ? state.client_key : 'deactivated';
  } catch (error) {
    return usedWrongly(error instanceof Error ? error.message : String(error));
  }
}

const judgement = judge(read(file), {
  keys: values.keys === undefined ? keys : chainedKeys(keys, readPublished(values.keys)),
  fingerprint,
  clientKey: values.state === undefined ? undefined : readClientKey(values.state),
  now: new Date(),
});
if (judgement.valid) {
  const { plan, server_name, expires_at } = judgement.licence;
  process.stdout.write(
    `valid: plan ${plan}, server ${server_name}, ${expires_at ? `until ${expires_at}` : 'permanent'}\n`,
  );
} else {
  process.stdout.write(`invalid: ${judgement.reason}: ${judgement.text}\n`);
  process.exitCode = 1;
}
if (values.receipt !== undefined) {
  const licence = JSON.parse(read(file)) as LicenceFile;
  const ours = receiptReleases(JSON.parse(read(values.receipt)) as Receipt, licence);
  process.stdout.write(ours ? 'receipt: of this file\n' : 'receipt: not of this file\n');
  if (!ours) process.exitCode = 1;
}
