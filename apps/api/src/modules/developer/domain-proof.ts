import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { PUBLISHER, type DomainProof, type DomainProofFailure } from '@yunduo/validation';
import { deriveKey } from '../../config.ts';
import type { Resolve, TargetRules } from '../webhook/addresses.ts';
import { sendRequest } from '../webhook/send.ts';

/** Resolves the TXT records of a name, each as one text. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

/** Queries the name servers with a time limit: a deliberately slow one cannot block other requests. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(''));
};

/** Locations of a proof, and its expected content. */
export interface ProofPlaces {
  fileUrl: string;
  record: string;
  text: string;
}

/** Deterministic: a proof once placed stays valid, and is useless to another developer. */
export function proofPlaces(config: { signingKey: string }, userId: number, host: string): ProofPlaces {
  const sum = createHmac('sha256', deriveKey(config.signingKey, 'publisher'))
    .update(`${userId}\0${host}`)
    .digest('hex');
  return {
    fileUrl: `https://${host}/.well-known/yunduo-publisher.txt`,
    record: `_yunduo-publisher.${host}`,
    text: `yunduo-publisher=${sum.slice(0, 40)}`,
  };
}

export interface ProofLookups {
  rules: TargetRules;
  resolve: Resolve;
  resolveTxt: ResolveTxt;
}

/** Whether a line equals our text exactly: a page that merely echoes the request proves nothing. */
const holds = (text: string, wanted: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === wanted);

/**
 * Checks once for the proof on a developer's website or in its DNS records. Null: found. The request connects only to
 * public addresses, even if the name changes meanwhile, and has a time limit.
 */
export async function lookForProof(
  method: DomainProof,
  { fileUrl, record, text }: ProofPlaces,
  { rules, resolve, resolveTxt: records }: ProofLookups,
): Promise<DomainProofFailure | null> {
  if (method === 'dns') {
    const found = await records(record);
    if (found.length === 0) return 'dns';
    return found.some((each) => holds(each, text)) ? null : 'content';
  }
  const request = { method: 'GET', url: fileUrl, headers: { accept: 'text/plain' }, body: '' } as const;
  const options = { rules, resolve, signal: new AbortController().signal, timeout: PUBLISHER.proofTimeout };
  const { failure, answer } = await sendRequest(request, options);
  return failure ?? (holds(answer, text) ? null : 'content');
}
