import { devApp, type DataOf, type DevAppItem, type DevEvent, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf, type CallMeta } from './base-query.ts';
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
    devAppList: queryOf(build, devApp.list, ['DevApp', 'DevAppDraft']),
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
    devAppDetail: queryOf(build, devApp.detail, ['DevApp', DETAIL]),
    devAppDifference: queryOf(build, devApp.difference, ['DevApp', 'DevAppDraft']),
    devAppTimeline: queryOf(build, devApp.timeline, ['DevApp']),
    /** The full history of an app; the timeline has the latest entries. */
    devAppHistory: build.query<List<DevEvent>, { id: number }>({
      queryFn: ({ id }, _api, _options, ask) =>
        wholeList((paging) => ask(call(devApp.timeline, { id, ...paging }))),
      providesTags: ['DevApp'],
    }),
    devAppSave: mutationOf(build, devApp.save, ['DevAppDraft']),
    devAppUploadLogo: build.mutation<DataOf<typeof devApp.uploadLogo>, AppPictureUpload>({
      query: (upload) => call(devApp.uploadLogo, pictureForm(upload), upload.onProgress),
    }),
    devAppUploadScreenshot: build.mutation<DataOf<typeof devApp.uploadScreenshot>, AppPictureUpload>({
      query: (upload) => call(devApp.uploadScreenshot, pictureForm(upload), upload.onProgress),
    }),
    devAppVersionSave: mutationOf(
      build,
      devApp.versionSave,
      // A version in preparation saves itself during typing: the history does not change with it.
      (_version, _error, { id }) => (id === undefined ? ['DevApp'] : [DETAIL, 'DevAppDraft']),
    ),
    devAppSubmit: mutationOf(build, devApp.submit, AFTER_STEP),
    devAppRevoke: mutationOf(build, devApp.revoke, AFTER_STEP),
    devAppAppeal: mutationOf(build, devApp.appeal, AFTER_STEP),
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
    devAppRelease: mutationOf(build, devApp.release, AFTER_STEP),
    devAppYank: mutationOf(build, devApp.yank, AFTER_STEP),
    devAppUnpublish: mutationOf(build, devApp.unpublish, AFTER_STEP),
    devAppReplace: mutationOf(build, devApp.replace, AFTER_STEP),
    devAppRelist: mutationOf(build, devApp.relist, AFTER_STEP),
    devAppVersionDelete: mutationOf(build, devApp.versionDelete, ['DevApp']),
    devAppDelete: mutationOf(
      build,
      devApp.appDelete,
      // A deleted app's pages are left for the list: only the list is requested again. An app that still
      // exists keeps its pages.
      (_, error) => (error && error.status !== 404 ? ['DevApp', 'DevAppDraft'] : ['DevAppDraft']),
    ),
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
