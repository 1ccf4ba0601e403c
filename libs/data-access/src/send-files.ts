import { createAsyncThunk, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@yunduo/api-client';
import type { DataOf, Endpoint, InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { baseQuery, call, type AppExtra, type CallMeta, type ContractCall } from './base-query.ts';
import type { AppState } from './make-store.ts';

/** The file of an upload; `onProgress` receives the sent share, 0-1. */
export interface FileUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

type Tags = Parameters<typeof api.util.invalidateTags>[0];

/** Named as RTK Query names the parts of its calls: failures are reported in one way (`createShellListeners`). */
interface Sending {
  endpointName: string;
  originalArgs: object;
  sent: ContractCall;
  tags: Tags;
  onAnswer?: (data: unknown) => void;
}

interface Types {
  extra: AppExtra;
  state: AppState;
  rejectValue: ApiFailure;
  rejectedMeta: { baseQueryMeta: CallMeta | undefined };
}

const sending = createAsyncThunk<unknown, Sending, Types>(
  'files/send',
  async ({ sent, tags, onAnswer }, thunk) => {
    const { data, error, meta } = await baseQuery(sent, { ...thunk, type: 'mutation', endpoint: '' }, {});
    thunk.dispatch(api.util.invalidateTags(tags));
    if (error) return thunk.rejectWithValue(error, { baseQueryMeta: meta });
    onAnswer?.(data);
    return data;
  },
);

/** A running call: its answer, or a thrown `ApiFailure`. */
export interface RunningUpload<T> {
  unwrap: () => Promise<T>;
  abort: () => void;
}

export type UploadThunk<T> = ThunkAction<RunningUpload<T>, AppState, AppExtra, UnknownAction>;

/**
 * A call that sends files. Not a mutation: RTK Query refetches what a change made old only when no query and no
 * mutation is pending, and an upload takes minutes.
 *
 * @param upload the argument of the view, which may be marked (`handledByForm`)
 * @param after the `tags` that are requested again after the response, also after a rejection; what is done with the
 *   data
 */
export const sendFiles =
  <E extends Endpoint>(
    endpoint: E,
    upload: Pick<FileUpload, 'onProgress'>,
    body: InputOf<E>,
    after: { tags?: Tags; onAnswer?: (data: DataOf<E>) => void } = {},
  ): UploadThunk<DataOf<E>> =>
  (dispatch) =>
    dispatch(
      sending({
        endpointName: endpoint.url,
        originalArgs: upload,
        sent: call(endpoint, body, upload.onProgress),
        tags: after.tags ?? [],
        ...(after.onAnswer && { onAnswer: after.onAnswer as (data: unknown) => void }),
      }),
    ) as RunningUpload<DataOf<E>>;

/** A form of one file. The fields are before it: the server reads the form in order. */
export function fileForm({ file }: FileUpload, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
}
