import { devApp, type DataOf, type DevAppItem, type DevEvent, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, type CallMeta } from './base-query.ts';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { ApiFailure } from '@yunduo/api-client';
import { PAGE_SIZE } from '@yunduo/validation';

type Answer<T> = QueryReturnValue<T, ApiFailure, CallMeta>;
interface List<T> {
  list: T[];
  total: number;
}

/**
 * Fetches all pages of a list. An item that moved between pages meanwhile is listed once.
 * @returns the failure of a page as the failure of the whole list
 */
async function wholeList<T extends { id: number }>(
  ask: (paging: { page: number; page_size: number }) => PromiseLike<Answer<unknown>> | Answer<unknown>,
): Promise<Answer<List<T>>> {
  const found = new Map<number, T>();
  for (let page = 1; ; page += 1) {
    const answer = await ask({ page, page_size: PAGE_SIZE.max });
    if (answer.error) return answer;
    const data = answer.data as List<T>;
    for (const one of data.list) found.set(one.id, one);
    if (data.list.length === 0 || page * PAGE_SIZE.max >= data.total) {
      return { data: { ...data, list: [...found.values()] }, meta: answer.meta };
    }
  }
}

/** An upload of a picture; `onProgress` receives the sent share, 0-1. */
export interface AppPictureUpload {
  /** The app that it belongs to. */
  id: number;
  file: Blob;
  onProgress?: (share: number) => void;
}

/** Fields before the file: the server reads the form in order. */
function pictureForm({ id, file }: AppPictureUpload): FormData {
  const form = new FormData();
  form.append('id', String(id));
  form.append('file', file);
  return form;
}

/** The detail of an app, without its lists and its history. */
const DETAIL = { type: 'DevApp', id: 'detail' } as const;

/** Data that changes with an action on an app: lists, its pages, and the store's data. */
const AFTER_STEP = ['DevApp', 'StoreApp'] as const;

/**
 * A developer's apps. The response of a save has what the form needs next; lists and diffs are requested
 * again, the detail is not, because it could overwrite unsaved input.
 */
export const publishingApi = api.injectEndpoints({
  endpoints: (build) => ({
    devAppList: build.query<DataOf<typeof devApp.list>, InputOf<typeof devApp.list>>({
      query: (input) => call(devApp.list, input),
      providesTags: ['DevApp', 'DevAppDraft'],
    }),
    /** All apps of the developer, to choose from or to count. */
    devApps: build.query<List<DevAppItem>, void>({
      queryFn: (_, _api, _options, ask) => wholeList((paging) => ask(call(devApp.list, paging))),
      providesTags: ['DevApp', 'DevAppDraft'],
    }),
    devAppCheckName: build.query<DataOf<typeof devApp.checkName>, InputOf<typeof devApp.checkName>>({
      query: (input) => call(devApp.checkName, input),
      // A name that was free a moment ago may be taken now.
      keepUnusedDataFor: 5,
    }),
    devAppDetail: build.query<DataOf<typeof devApp.detail>, InputOf<typeof devApp.detail>>({
      query: (input) => call(devApp.detail, input),
      providesTags: ['DevApp', DETAIL],
    }),
    devAppDifference: build.query<DataOf<typeof devApp.difference>, InputOf<typeof devApp.difference>>({
      query: (input) => call(devApp.difference, input),
      providesTags: ['DevApp', 'DevAppDraft'],
    }),
    devAppTimeline: build.query<DataOf<typeof devApp.timeline>, InputOf<typeof devApp.timeline>>({
      query: (input) => call(devApp.timeline, input),
      providesTags: ['DevApp'],
    }),
    /** The full history of an app; the timeline has the latest entries. */
    devAppHistory: build.query<List<DevEvent>, { id: number }>({
      queryFn: ({ id }, _api, _options, ask) =>
        wholeList((paging) => ask(call(devApp.timeline, { id, ...paging }))),
      providesTags: ['DevApp'],
    }),
    devAppSave: build.mutation<DataOf<typeof devApp.save>, InputOf<typeof devApp.save>>({
      query: (input) => call(devApp.save, input),
      invalidatesTags: ['DevAppDraft'],
    }),
    devAppUploadLogo: build.mutation<DataOf<typeof devApp.uploadLogo>, AppPictureUpload>({
      query: (upload) => call(devApp.uploadLogo, pictureForm(upload), upload.onProgress),
    }),
    devAppUploadScreenshot: build.mutation<DataOf<typeof devApp.uploadScreenshot>, AppPictureUpload>({
      query: (upload) => call(devApp.uploadScreenshot, pictureForm(upload), upload.onProgress),
    }),
    devAppVersionSave: build.mutation<DataOf<typeof devApp.versionSave>, InputOf<typeof devApp.versionSave>>({
      query: (input) => call(devApp.versionSave, input),
      // A version in preparation saves itself during typing: the history does not change with it.
      invalidatesTags: (_version, _error, { id }) =>
        id === undefined ? ['DevApp'] : [DETAIL, 'DevAppDraft'],
    }),
    devAppSubmit: build.mutation<DataOf<typeof devApp.submit>, InputOf<typeof devApp.submit>>({
      query: (input) => call(devApp.submit, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppRevoke: build.mutation<DataOf<typeof devApp.revoke>, InputOf<typeof devApp.revoke>>({
      query: (input) => call(devApp.revoke, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppAppeal: build.mutation<DataOf<typeof devApp.appeal>, InputOf<typeof devApp.appeal>>({
      query: (input) => call(devApp.appeal, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppSuggestionAnswer: build.mutation<
      DataOf<typeof devApp.suggestionAnswer>,
      InputOf<typeof devApp.suggestionAnswer>
    >({
      query: (input) => call(devApp.suggestionAnswer, input),
      invalidatesTags: ['DevApp'],
      // The response updates the pages at once: a refetch would arrive later and shift the next button to
      // press.
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (!result) return;
        const answered = result.data;
        for (const { endpointName, originalArgs } of publishingApi.util.selectInvalidatedBy(getState(), [
          'DevApp',
        ])) {
          if (endpointName !== 'devAppDetail') continue;
          dispatch(
            publishingApi.util.updateQueryData('devAppDetail', originalArgs, ({ versions }) => {
              for (const { suggestions } of versions) {
                const at = suggestions.findIndex(({ id }) => id === answered.id);
                if (at >= 0) suggestions[at] = answered;
              }
            }),
          );
        }
      },
    }),
    devAppRelease: build.mutation<DataOf<typeof devApp.release>, InputOf<typeof devApp.release>>({
      query: (input) => call(devApp.release, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppYank: build.mutation<DataOf<typeof devApp.yank>, InputOf<typeof devApp.yank>>({
      query: (input) => call(devApp.yank, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppUnpublish: build.mutation<DataOf<typeof devApp.unpublish>, InputOf<typeof devApp.unpublish>>({
      query: (input) => call(devApp.unpublish, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppReplace: build.mutation<DataOf<typeof devApp.replace>, InputOf<typeof devApp.replace>>({
      query: (input) => call(devApp.replace, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppRelist: build.mutation<DataOf<typeof devApp.relist>, InputOf<typeof devApp.relist>>({
      query: (input) => call(devApp.relist, input),
      invalidatesTags: AFTER_STEP,
    }),
    devAppVersionDelete: build.mutation<
      DataOf<typeof devApp.versionDelete>,
      InputOf<typeof devApp.versionDelete>
    >({
      query: (input) => call(devApp.versionDelete, input),
      invalidatesTags: ['DevApp'],
    }),
    devAppDelete: build.mutation<DataOf<typeof devApp.appDelete>, InputOf<typeof devApp.appDelete>>({
      query: (input) => call(devApp.appDelete, input),
      // A deleted app's pages are left for the list: only the list is requested again. An app that still
      // exists keeps its pages.
      invalidatesTags: (_, error) =>
        error && error.status !== 404 ? ['DevApp', 'DevAppDraft'] : ['DevAppDraft'],
    }),
  }),
});

export const {
  useDevAppListQuery,
  useDevAppsQuery,
  useDevAppCheckNameQuery,
  useLazyDevAppCheckNameQuery,
  useDevAppDetailQuery,
  useDevAppDifferenceQuery,
  useDevAppTimelineQuery,
  useDevAppHistoryQuery,
  useDevAppSaveMutation,
  useDevAppUploadLogoMutation,
  useDevAppUploadScreenshotMutation,
  useDevAppVersionSaveMutation,
  useDevAppSubmitMutation,
  useDevAppRevokeMutation,
  useDevAppAppealMutation,
  useDevAppSuggestionAnswerMutation,
  useDevAppReleaseMutation,
  useDevAppYankMutation,
  useDevAppUnpublishMutation,
  useDevAppReplaceMutation,
  useDevAppRelistMutation,
  useDevAppVersionDeleteMutation,
  useDevAppDeleteMutation,
} = publishingApi;
