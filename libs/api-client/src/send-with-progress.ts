import { ApiError } from './api-error.ts';
import type { Answer, PreparedRequest } from './request.ts';

/** An upload that reports its progress, which fetch cannot: the only use of XMLHttpRequest. */
export function sendWithProgress(
  { url, method, headers, body }: PreparedRequest,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const settled = () => signal?.removeEventListener('abort', abort);
    const fail = (code: 'NO_ANSWER' | 'ABORTED') => {
      settled();
      reject(new ApiError({ code }));
    };
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    xhr.onload = () => {
      settled();
      resolve({ status: xhr.status, text: xhr.responseText });
    };
    xhr.onerror = () => fail('NO_ANSWER');
    xhr.onabort = () => fail('ABORTED');
    if (signal?.aborted) return fail('ABORTED');
    signal?.addEventListener('abort', abort);
    xhr.send(body ?? null);
  });
}
