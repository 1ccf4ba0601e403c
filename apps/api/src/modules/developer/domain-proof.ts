import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { PUBLISHER, type DomainProof, type DomainProofFailure } from '@yunduo/validation';
import { deriveKey } from '../../config.ts';
import type { Resolve, TargetRules } from '../webhook/addresses.ts';
import { sendRequest } from '../webhook/send.ts';

/** The TXT records of a name, each as one text. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

/** Asks the name servers, with an end: one that is slow on purpose holds up nobody else. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(''));
};

/** Where a proof is looked for, and what has to stand there. */
export interface ProofPlaces {
  fileUrl: string;
  record: string;
  text: string;
}

/** The same at every call: what a developer has put there once stays right, and is of no use to another developer. */
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

/** A text of our own, and nothing else: a page that repeats what it is asked for proves nothing. */
const holds = (text: string, wanted: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === wanted);

/**
 * Looks once at what a developer was to put on their website, or into its records. Null: it stands there. The request
 * goes to public addresses alone, whatever the name says a moment later, and has an end.
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
