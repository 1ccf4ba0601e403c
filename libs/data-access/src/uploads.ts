import { createAsyncThunk, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@yunduo/api-client';
import {
  adminContent,
  adminRelease,
  devApp,
  type DataOf,
  type Endpoint,
  type InputOf,
} from '@yunduo/api-contract';
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
}

interface Types {
  extra: AppExtra;
  state: AppState;
  rejectValue: ApiFailure;
  rejectedMeta: { baseQueryMeta: CallMeta | undefined };
}

const sending = createAsyncThunk<unknown, Sending, Types>('files/send', async ({ sent, tags }, thunk) => {
  const { data, error, meta } = await baseQuery(sent, { ...thunk, type: 'mutation', endpoint: '' }, {});
  thunk.dispatch(api.util.invalidateTags(tags));
  return error ? thunk.rejectWithValue(error, { baseQueryMeta: meta }) : data;
});

/** A running call: its answer, or a thrown `ApiFailure`. */
export interface RunningUpload<T> {
  unwrap: () => Promise<T>;
  abort: () => void;
}

type UploadThunk<T> = ThunkAction<RunningUpload<T>, AppState, AppExtra, UnknownAction>;

/**
 * A call of the console that sends files. Not a mutation: RTK Query refetches what a change made old only when no query
 * and no mutation is pending, and an upload takes minutes.
 *
 * @param upload the argument of the view, which may be marked (`handledByForm`)
 * @param tags what is requested again after the response, also after a rejection
 */
const sendFiles =
  <E extends Endpoint>(
    endpoint: E,
    upload: Pick<FileUpload, 'onProgress'>,
    body: InputOf<E>,
    tags: Tags = [],
  ): UploadThunk<DataOf<E>> =>
  (dispatch) =>
    dispatch(
      sending({
        endpointName: endpoint.url,
        originalArgs: upload,
        sent: call(endpoint, body, upload.onProgress),
        tags,
      }),
    ) as RunningUpload<DataOf<E>>;

/** A form of one file. The fields are before it: the server reads the form in order. */
function fileForm({ file }: FileUpload, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
}

/** An upload of a picture. */
interface AppPictureUpload extends FileUpload {
  /** The app that it belongs to. */
  id: number;
}

const pictureForm = (upload: AppPictureUpload) => fileForm(upload, { id: String(upload.id) });

/** Uploads the logo of an app's draft. */
export const uploadLogo = (upload: AppPictureUpload) =>
  sendFiles(devApp.uploadLogo, upload, pictureForm(upload));

/** Uploads a screenshot of an app's draft. */
export const uploadScreenshot = (upload: AppPictureUpload) =>
  sendFiles(devApp.uploadScreenshot, upload, pictureForm(upload));

/** Uploads the picture of an article. */
export const uploadArticlePicture = (upload: FileUpload) =>
  sendFiles(adminContent.upload, upload, fileForm(upload));

/** Publishes a release with its packages; `onProgress` receives the sent share, 0-1. */
export const publishRelease = (release: { form: FormData; onProgress?: (share: number) => void }) =>
  sendFiles(adminRelease.publish, release, release.form, ['Desk']);
