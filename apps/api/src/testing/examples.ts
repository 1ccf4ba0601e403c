import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@yunduo/api-contract';

/** A recorded call of a test, as `npm run examples` reads it: one line of JSON. */
export interface RecordedCall {
  /** `POST /api/order/create`. */
  call: string;
  /** The query of a GET, the body of a POST; undefined for an upload. */
  input?: unknown;
  answer: { code: string; msg: string; data: unknown };
}

/** Records a call for the examples of the published document, if `RECORD_EXAMPLES` names a folder. */
export function recordExample(endpoint: Endpoint, input: unknown, answer: RecordedCall['answer']): void {
  const folder = process.env['RECORD_EXAMPLES'];
  if (!folder || answer.code !== 'OK') return;
  const line: RecordedCall = { call: `${endpoint.method} /api${endpoint.url}`, input, answer };
  appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(line)}\n`);
}
