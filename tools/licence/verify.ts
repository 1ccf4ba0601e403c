// node tools/licence/verify.ts --key <public key> [--key …] licence.json [--fingerprint <64 hex digits>]
// Judges a licence file without a network. Exit code 0: valid, 1: invalid, 2: used wrongly.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judge, readPublicKey, type PublicKey } from './licence-file.ts';

const USAGE = `usage: node tools/licence/verify.ts --key <public key> [--key …] licence.json [--fingerprint <64 hex digits>]

  --key          a public key as GET /api/auth_code/plans lists it; more than one after a change of keys
  --fingerprint  of this server; without it the file is not asked which server it is for
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
        fingerprint: { type: 'string' },
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

let text: string;
try {
  text = readFileSync(file, 'utf8');
} catch (error) {
  usedWrongly(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
}
const judgement = judge(text, { keys, fingerprint, now: new Date() });
if (judgement.valid) {
  const { plan, server_name, expires_at } = judgement.licence;
  process.stdout.write(
    `valid: plan ${plan}, server ${server_name}, ${expires_at ? `until ${expires_at}` : 'permanent'}\n`,
  );
} else {
  process.stdout.write(`invalid: ${judgement.reason}: ${judgement.text}\n`);
  process.exitCode = 1;
}
