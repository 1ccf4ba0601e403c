import {
  appStore,
  clientDownload,
  devApp,
  feedback,
  mail,
  order,
  privateDeploy,
  userInfo,
  type Endpoint,
} from '@yunduo/api-contract';
import { createInvitation } from '../../modules/download/invitations.ts';
import { leavingOf } from '../../modules/mail/one-click.ts';
import { orderIn } from '../../testing/orders.ts';
import { developed } from './developers.ts';
import { COMMAND, shot, writeOf, type Scene, type Write } from './scene.ts';

/**
 * GET calls that write, and those whose answer is a file or document, which `reads.test.ts` leaves out. A browser, a
 * mail program or a search engine may open such an address at any time and more than once.
 */

/** A GET by a link or by an address with a query, of a visitor or with a session. */
const opened =
  (call: Endpoint, about = '') =>
  (
    make: (
      scene: Scene,
    ) => Promise<{ link?: string; query?: Record<string, string>; by?: { token: string } }>,
  ): Write =>
    writeOf(
      call,
      about,
    )(async (scene) => {
      const { link = `/api${call.url}`, query, by } = await make(scene);
      const { pathname, search } = new URL(link, 'http://x');
      return {
        method: 'GET',
        url: query ? `${pathname}?${new URLSearchParams(query).toString()}` : pathname + search,
        headers: { lang: 'us', ...(by && { authorization: `Bearer ${by.token}` }) },
      };
    });

const paid = async (scene: Scene) => {
  const me = await scene.member();
  return { me, order_no: (await orderIn(scene.api, me, 'paid')).orderNo };
};

export const DOCUMENTS: readonly Write[] = [
  opened(appStore.catalog)(() => Promise.resolve({})),
  opened(appStore.feedNew)(() => Promise.resolve({})),
  opened(appStore.feedUpdated)(() => Promise.resolve({})),
  opened(clientDownload.file)(async ({ api }) => {
    const { code } = await createInvitation(api.app, COMMAND, {});
    const { data } = await api.call(clientDownload.claim, {
      invitation_code: code,
      platform: 'windows-x64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
    });
    return { link: data.url };
  }),
  opened(privateDeploy.installScript)(() => Promise.resolve({})),
  opened(privateDeploy.file)(async ({ api }) => {
    const { data } = await api.call(privateDeploy.detail, {});
    return { link: data.items[0]?.url ?? '' };
  }),
  opened(feedback.file)(async (scene) => {
    const { data } = await scene.api.call(feedback.upload, await shot(), await scene.member());
    return { link: data.url };
  }),
  opened(order.invoice)(async (scene) => {
    const { me, order_no } = await paid(scene);
    return { query: { order_no }, by: me };
  }),
  opened(order.invoiceDocument)(async (scene) => {
    const { me, order_no } = await paid(scene);
    return { link: (await scene.api.call(order.invoiceLink, { order_no }, me)).data.url };
  }),
  // The page asks; only its button mutes.
  opened(mail.unsubscribePage)(async (scene) => {
    const { id } = await scene.member();
    return { link: leavingOf(scene.api.app.config, id, 'feedback_answer').href };
  }),
  opened(userInfo.export)(async (scene) => ({ by: await scene.member() })),
  opened(devApp.checkName)(async (scene) => ({
    query: { name: 'Free as air' },
    by: await scene.developer(),
  })),
  opened(devApp.preview)(async (scene) => {
    const { developer, id } = await developed(scene, 'draft');
    return { query: { token: (await scene.api.call(devApp.previewToken, { id }, developer)).data.token } };
  }),
];
