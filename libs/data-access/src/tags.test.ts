import { expect, test } from '@jest/globals';
import type { ApiClient } from '@yunduo/api-client';
import type { Endpoint, ErrorCode } from '@yunduo/api-contract';
import { userFixture } from '@yunduo/session/testing';
import * as endpoints from './index.ts';
import { rejection, testStore } from './testing.ts';

const { api } = endpoints;
type Store = ReturnType<typeof testStore>;
type Dispatched = Parameters<Store['dispatch']>[0];
interface Known {
  initiate: (input: object) => Dispatched;
  useMutation?: unknown;
}
const KNOWN = Object.entries(api.endpoints as unknown as Record<string, Known>);
const names = (mutations: boolean) =>
  KNOWN.filter(([, one]) => 'useMutation' in one === mutations).map(([name]) => name);

/** What a query belongs to: it is asked again after a change of that. */
const BELONGS: Record<string, string> = {
  recentActivity: 'Session',
  mailPreferences: 'MailPreferences',
  storeCategories: 'StoreApp',
  storeList: 'StoreApp',
  storeDetail: 'StoreApp StoreApp#7',
  storeChangelog: 'StoreApp StoreApp#7',
  storeCatalogue: 'StoreApp',
  storeSaved: 'MyApps',
  licencePlans: '',
  licenceList: 'Licence',
  licenceDetail: 'Licence',
  activityCurrent: 'Activity',
  activityDetail: 'Activity',
  feedbackMy: 'Feedback',
  feedbackDetail: 'Feedback',
  siteInfo: 'Content',
  specialArticle: 'Content',
  protocolDetail: 'Content',
  protocolVersions: 'Content',
  devPublisher: 'DevPublisher',
  devCenterStats: 'DevApp',
  devNotices: 'DevApp DevToken',
  devTokens: 'DevToken',
  devAppPreview: 'DevApp DevAppDraft',
  reviewWait: 'Review',
  devAppList: 'DevApp DevAppDraft',
  devApps: 'DevApp DevAppDraft',
  devAppCheckName: '',
  devAppDetail: 'DevApp DevApp#detail',
  devAppDifference: 'DevApp DevAppDraft',
  devAppTimeline: 'DevApp',
  devAppHistory: 'DevApp',
  clientReleases: 'Release',
  privateVersions: 'Release',
  privateDetail: 'Release',
  factors: 'Factor',
  orderList: 'Order',
  payProviders: '',
  orderDetail: 'Order',
  reviewQueue: 'Review',
  reviewDetail: 'Review',
  reviewChecklist: '',
  userInfo: 'User',
  sessions: 'Session',
  devWebhooks: 'DevWebhook',
  devWebhookDeliveries: 'WebhookDelivery',
  devWebhookDelivery: 'WebhookDelivery',
};

/** What a call changes: its own queries are asked again after it. A pair: after success, and after a failure. */
const CHANGES: Record<string, string | [string, string]> = {
  accountExport: '',
  deletePrepare: '',
  deleteConfirm: '',
  saveMailPreferences: '',
  emailChangeUndo: '',
  disownSession: 'Session',
  storeCheck: '',
  storeReport: '',
  storeView: '',
  storeSave: 'MyApps',
  storeUnsave: 'MyApps',
  licenceBind: 'Licence',
  licenceUnbind: 'Licence',
  licenceEdit: 'Licence',
  licenceRenew: 'Licence Order',
  licenceTransfer: 'Licence',
  licenceTransferCancel: 'Licence',
  licenceTransferAccept: 'Licence',
  licenceOfflineRequest: 'Licence',
  licenceOfflineRenew: 'Licence',
  sendEmail: '',
  register: '',
  login: '',
  resetPassword: '',
  logout: '',
  handover: '',
  captchaChallenge: '',
  captchaVerify: '',
  captchaExtend: '',
  captchaAlternative: '',
  activityJoin: 'Activity',
  feedbackUpload: '',
  feedbackDiscard: '',
  feedbackSubmit: ['Feedback', ''],
  feedbackFiles: '',
  subscribeCreate: '',
  subscribeConfirm: '',
  unsubscribe: '',
  deskArticleUpload: '',
  deskArticlePreview: '',
  deskFeedbackFiles: '',
  devPublisherSave: 'DevPublisher DevApp',
  devPublisherProve: 'DevPublisher',
  devCenterJoin: '',
  devTokenCreate: ['DevToken', 'DevToken DevAppDraft'],
  devTokenRevoke: 'DevToken',
  devAppPreviewToken: '',
  devAppSave: 'DevAppDraft',
  devAppUploadLogo: '',
  devAppUploadScreenshot: '',
  devAppVersionSave: 'DevApp#detail DevAppDraft',
  devAppSubmit: 'DevApp StoreApp',
  devAppRevoke: 'DevApp StoreApp',
  devAppAppeal: 'DevApp StoreApp',
  devAppSuggestionAnswer: 'DevApp',
  devAppRelease: 'DevApp StoreApp',
  devAppYank: 'DevApp StoreApp',
  devAppUnpublish: 'DevApp StoreApp',
  devAppReplace: 'DevApp StoreApp',
  devAppRelist: 'DevApp StoreApp',
  devAppVersionDelete: 'DevApp',
  devAppDelete: ['DevAppDraft', 'DevApp DevAppDraft'],
  deviceLookup: '',
  deviceAllow: ['Session', ''],
  deviceDeny: ['Session', ''],
  claimDownload: ['Release', ''],
  inviteRequest: '',
  secondStep: '',
  secondStepPasskey: '',
  totpBegin: '',
  totpConfirm: ['Factor', ''],
  totpRemove: 'Factor',
  passkeyBegin: '',
  passkeyFinish: ['Factor', ''],
  passkeyRename: 'Factor',
  passkeyRemove: 'Factor',
  passkeyProve: '',
  recoveryCodes: 'Factor',
  orderCreate: 'Order',
  orderPay: 'Order',
  orderCancel: 'Order',
  orderRefundRequest: 'Order',
  orderInvoiceRequest: 'Order',
  orderInvoiceLink: '',
  reviewClaim: 'Review',
  reviewSuggest: 'Review',
  reviewDecide: 'Review DevApp',
  saveUser: '',
  uploadHeadImg: '',
  prove: '',
  changePassword: 'Session',
  changeEmailVerify: '',
  changeEmailConfirm: '',
  changeEmailCommit: ['Session', 'Session User'],
  revokeSession: 'Session',
  devWebhookCreate: ['DevWebhook', 'DevWebhook DevAppDraft'],
  devWebhookSave: ['DevWebhook', 'DevWebhook DevAppDraft'],
  devWebhookRotate: 'DevWebhook',
  devWebhookEnable: 'DevWebhook WebhookDelivery',
  devWebhookDisable: 'DevWebhook',
  devWebhookDelete: 'DevWebhook',
  devWebhookPing: 'WebhookDelivery DevWebhook',
  devWebhookReplay: 'WebhookDelivery DevWebhook',
};

/** After these failures another answer is out of date. */
const AFTER_REFUSAL: [call: string, code: ErrorCode, changes: string][] = [
  ['claimDownload', 'PROTOCOL_REQUIRED', 'Content Release'],
  ['claimDownload', 'DOWNLOAD_NOT_FOUND', 'Content Release'],
  ['devAppPreviewToken', 'APP_NOT_FOUND', 'DevApp'],
  ['devAppDelete', 'APP_NOT_FOUND', 'DevAppDraft'],
];

/** The desk is one: each of its mutations changes what all of its queries show, unless the tables say otherwise. */
function withDesk<T>(table: Record<string, T | string>, mutations: boolean): Record<string, T | string> {
  const ofDesk = names(mutations).filter((name) => name.startsWith('desk'));
  return { ...Object.fromEntries(ofDesk.map((name) => [name, 'Desk'])), ...table };
}
const PROVIDED = withDesk<string>(BELONGS, false);
const INVALIDATED = withDesk(CHANGES, true);

const TAGS = [...new Set(Object.values(PROVIDED).flatMap((tags) => tags.split(' ')))].filter(Boolean);
/** A tag as it is written here: `DevApp`, or `DevApp#detail` for a part of it. */
const tagOf = (written: string) => {
  const [type, id] = written.split('#') as ['User', string?];
  return id === undefined ? type : { type, id: Number(id) || id };
};
const sorted = (tags: string) => tags.split(' ').filter(Boolean).toSorted();

/** One query per tag: those that are asked again tell what was changed. */
let requests: string[] = [];
const probes = api.injectEndpoints({
  endpoints: (build) => ({
    tagProbe: build.query<null, string>({
      queryFn: (tag) => {
        requests.push(tag);
        return { data: null };
      },
      providesTags: (_data, _error, tag) => [tagOf(tag)],
    }),
  }),
});

/** Answers every call alike: with what the views need at least, or with an error. */
const clientOf = (code: ErrorCode | null) =>
  ({
    call: () =>
      code === null
        ? Promise.resolve({ token: 'yd_1', user: userFixture(), list: [], total: 0, page: 1, page_size: 20 })
        : Promise.reject(rejection(code)),
  }) as unknown as ApiClient;

async function changedBy(name: string, code: ErrorCode | null): Promise<string[]> {
  const store = testStore({ client: clientOf(code) });
  const settled = () => Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  for (const tag of TAGS) void store.dispatch(probes.endpoints.tagProbe.initiate(tag));
  await settled();
  requests = [];
  await store.dispatch(
    (api.endpoints as unknown as Record<string, Known>)[name]?.initiate({ id: 7 }) as Dispatched,
  );
  await settled();
  // A change of the whole reaches its parts.
  const changed = requests.filter((tag) => !tag.includes('#') || !requests.includes(tag.split('#')[0] ?? ''));
  store.dispatch(api.util.resetApiState());
  return changed.toSorted();
}

test('every query and every mutation is in a table here', () => {
  const rest = (name: string) => name !== 'tagProbe';
  expect(Object.keys(PROVIDED).toSorted()).toEqual(names(false).filter(rest).toSorted());
  expect(Object.keys(INVALIDATED).toSorted()).toEqual(names(true).toSorted());
});

test('every query and every mutation sends its call of the contract with its input', async () => {
  const file = new File(['x'], 'a.png');
  const input = {
    id: 7,
    token: 't',
    email: 'a@yunduo.test',
    file,
    files: { logo: file },
    cate: 'my',
    page: 2,
  };
  // The input itself reads `…`.
  const whole = JSON.stringify(input);
  const shown = (body: unknown) =>
    body instanceof FormData
      ? [...body].map(([name, value]) => `${name}=${value instanceof File ? value.name : value}`).join('&')
      : JSON.stringify(body)?.replace(whole, '…');
  const sent: string[] = [];
  for (const [name, { initiate }] of KNOWN) {
    const calls: string[] = [];
    const answer = { token: 'yd_1', user: userFixture(), list: [], total: 0, page: 1, page_size: 20 };
    const call = ({ method, url }: Endpoint, body: unknown) => {
      calls.push(`${method} ${url} ${shown(body)}`);
      return Promise.resolve(answer);
    };
    const store = testStore({ client: { call } as unknown as ApiClient });
    await store.dispatch(initiate(input));
    sent.push(`${name}: ${calls.join(', ')}`);
    store.dispatch(api.util.resetApiState());
  }
  expect(sent.join('\n')).toMatchSnapshot();
});

test.each(Object.entries(PROVIDED))('%s provides the tags: %s', async (name, tags) => {
  const store = testStore({ client: clientOf('INTERNAL') });
  await store.dispatch(
    (api.endpoints as unknown as Record<string, Known>)[name]?.initiate({ id: 7 }) as Dispatched,
  );
  const after = (tag: string) =>
    api.util
      .selectInvalidatedBy(store.getState(), [tagOf(tag)])
      .some(({ endpointName }) => endpointName === name);
  expect(TAGS.filter(after).toSorted()).toEqual(sorted(tags));
  store.dispatch(api.util.resetApiState());
});

test.each(Object.entries(INVALIDATED))('%s invalidates the tags: %s', async (name, tags) => {
  const [answered, rejected] = typeof tags === 'string' ? [tags, tags] : tags;
  expect(await changedBy(name, null)).toEqual(sorted(answered));
  expect(await changedBy(name, 'INTERNAL')).toEqual(sorted(rejected));
});

test.each(AFTER_REFUSAL)('%s rejected with %s invalidates the tags: %s', async (name, code, tags) => {
  expect(await changedBy(name, code)).toEqual(sorted(tags));
});

test('storeList of `my` provides MyApps', async () => {
  const store = testStore({ client: clientOf('INTERNAL') });
  await store.dispatch(endpoints.storeApi.endpoints.storeList.initiate({ cate: 'my' } as never));
  const found = api.util.selectInvalidatedBy(store.getState(), ['MyApps']);
  expect(found.map(({ endpointName }) => endpointName)).toEqual(['storeList']);
  store.dispatch(api.util.resetApiState());
});
