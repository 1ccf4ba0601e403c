import { captcha, userAuth, userDevice, userFactor, userInfo } from '@yunduo/api-contract';
import { MINUTE } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.ts';
import { png } from '../../testing/dev-apps.ts';
import { authenticator, stepTicket, withAuthenticator } from '../../testing/factors.ts';
import { SoftAuthenticator, stepOptions, withPasskey } from '../../testing/passkeys.ts';
import {
  codeFor,
  codeSentTo,
  handTrack,
  PASSWORD,
  proofFor,
  signedInAs,
  someEmail,
  ticketFor,
} from '../../testing/people.ts';
import { solutionOf } from '../../modules/captcha/service.ts';
import { IP, write, type Scene, type Write } from './scene.ts';

const NEW_PASSWORD = 'Keeper-of-lamps9';
const FORUM = 'https://bbs.example.com/sso/in?topic=3';

const picture = async ({ api }: Scene) =>
  (await api.call(captcha.challenge, { scene: 'login' }, { ip: IP })).data;

const LAPTOP = { device_name: '书房的电脑', system: 'Windows 11' };
const waiting = async ({ api }: Scene) => {
  const { data } = await api.call(userDevice.begin, LAPTOP, { ip: '198.51.100.4', lang: 'en' });
  return data;
};

type Me = Awaited<ReturnType<Scene['member']>>;

/** A change of the address, up to the token of the second step. */
async function changing(scene: Scene, { token, email }: Pick<Me, 'token' | 'email'>): Promise<string> {
  const { api } = scene;
  const code = await codeFor(api, { email, scene: 'USER_INFO_CHANGE_EMAIL', caller: { token } });
  const { data } = await api.call(userInfo.changeEmailVerify, { code }, { token });
  return data.change_token;
}
async function confirmed(scene: Scene, me: Me, newEmail: string): Promise<string> {
  const { api } = scene;
  const changeToken = await changing(scene, me);
  const caller = { token: me.token };
  const code = await codeFor(api, { email: newEmail, scene: 'USER_INFO_CHANGE_EMAIL', changeToken, caller });
  const input = { change_token: changeToken, new_email: newEmail, code };
  return (await api.call(userInfo.changeEmailConfirm, input, caller)).data.change_token;
}
const provedLongAgo = ({ api }: Scene, { id }: Pick<Me, 'id'>) =>
  api.db
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, id));
const fileForm = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  return form;
};

export const ACCOUNT: readonly Write[] = [
  write(captcha.challenge)(() => Promise.resolve({ input: { scene: 'login' } })),
  write(captcha.verify)(async (scene) => {
    const { api } = scene;
    const { challenge_id, work } = await picture(scene);
    const x = (await solutionOf(api.db, challenge_id)) ?? -1;
    const proof = proofFor(work);
    api.clock.advance(1000);
    return { input: { challenge_id, x, track: handTrack(x), duration_ms: 900, proof } };
  }),
  write(captcha.extend)(async (scene) => ({ input: { challenge_id: (await picture(scene)).challenge_id } })),
  write(captcha.alternative)(() => Promise.resolve({ input: { scene: 'login' } })),

  write(
    userAuth.sendEmail,
    'to register',
  )(async ({ api, named }) => {
    const email = named('new address', someEmail());
    const captcha_ticket = await ticketFor(api, 'send_email');
    return { input: { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket } };
  }),
  write(
    userAuth.sendEmail,
    'to register with a known address',
  )(async (scene) => {
    const { email } = await scene.member();
    const captcha_ticket = await ticketFor(scene.api, 'send_email');
    return { input: { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket } };
  }),
  write(
    userAuth.sendEmail,
    'to reset a password',
  )(async (scene) => {
    const { email } = await scene.member();
    const captcha_ticket = await ticketFor(scene.api, 'send_email');
    return { input: { email, scene: 'AUTH_RESET_PWD', captcha_ticket } };
  }),
  write(
    userAuth.sendEmail,
    'to reset the password of no account',
  )(async ({ api, named }) => {
    const email = named('new address', someEmail());
    const captcha_ticket = await ticketFor(api, 'send_email');
    return { input: { email, scene: 'AUTH_RESET_PWD', captcha_ticket } };
  }),
  write(
    userAuth.sendEmail,
    'to change the address',
  )(async (scene) => {
    const me = await scene.member();
    const captcha_ticket = await ticketFor(scene.api, 'send_email');
    return { input: { email: me.email, scene: 'USER_INFO_CHANGE_EMAIL', captcha_ticket }, by: me };
  }),
  write(
    userAuth.sendEmail,
    'to the new address',
  )(async (scene) => {
    const me = await scene.member();
    const change_token = await changing(scene, me);
    const email = scene.named('new address', someEmail());
    const captcha_ticket = await ticketFor(scene.api, 'send_email');
    return { input: { email, scene: 'USER_INFO_CHANGE_EMAIL', captcha_ticket, change_token }, by: me };
  }),
  write(userAuth.register)(async ({ api, named }) => {
    const email = named('new address', someEmail());
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    return { input: { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true } };
  }),
  write(
    userAuth.login,
    'on a new device',
  )(async (scene) => {
    const { email } = await scene.member();
    await signedInAs(scene.api, email);
    return { input: { email, password: PASSWORD, agree: true, r_url: FORUM } };
  }),
  write(userAuth.secondStepPasskey)(async (scene) => {
    const me = await scene.member();
    await withPasskey(scene.api, me);
    return { input: { ticket: await stepTicket(scene.api, me.email) } };
  }),
  write(
    userAuth.secondStep,
    'with an authenticator app',
  )(async (scene) => {
    const me = await scene.member();
    const { code } = await withAuthenticator(scene.api, me);
    return { input: { ticket: await stepTicket(scene.api, me.email), code: code() } };
  }),
  write(
    userAuth.secondStep,
    'with a recovery code',
  )(async (scene) => {
    const me = await scene.member();
    const { recoveryCodes } = await withAuthenticator(scene.api, me);
    const ticket = await stepTicket(scene.api, me.email);
    return { input: { ticket, recovery_code: recoveryCodes[0] ?? '' } };
  }),
  write(
    userAuth.secondStep,
    'with a passkey',
  )(async (scene) => {
    const me = await scene.member();
    const { device } = await withPasskey(scene.api, me);
    const ticket = await stepTicket(scene.api, me.email);
    return { input: { ticket, passkey: device.sign(await stepOptions(scene.api, ticket, IP)) } };
  }),
  write(userAuth.resetPassword)(async (scene) => {
    const { email } = await scene.member();
    const code = await codeFor(scene.api, { email, scene: 'AUTH_RESET_PWD' });
    return { input: { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD } };
  }),
  write(userAuth.logout)(async (scene) => ({ input: {}, by: await scene.member() })),
  write(userAuth.handover)(async (scene) => ({ input: { r_url: FORUM }, by: await scene.member() })),
  write(userAuth.handoverExchange)(async (scene) => {
    const { token } = await scene.member();
    const { data } = await scene.api.call(userAuth.handover, { r_url: FORUM }, { token });
    return { input: { data: new URL(data.redirect).searchParams.get('data') ?? '', r_url: FORUM } };
  }),
  write(userAuth.emailChangeUndo)(async (scene) => {
    const me = await scene.member();
    const change_token = await confirmed(scene, me, scene.named('new address', someEmail()));
    await scene.api.call(userInfo.changeEmailCommit, { change_token }, me);
    const token = (await scene.linkTo(me.email, 'undo-email')).get('token') ?? '';
    return { input: { token } };
  }),
  write(userAuth.disownSession)(async (scene) => {
    const me = await scene.member();
    await signedInAs(scene.api, me.email);
    const thief = { ip: '198.51.100.7', headers: { 'user-agent': 'curl/8' } };
    await scene.api.call(userAuth.login, { email: me.email, password: PASSWORD, agree: true }, thief);
    const token = (await scene.linkTo(me.email, 'not-me')).get('token') ?? '';
    return { input: { token } };
  }),

  write(userDevice.begin)(() => Promise.resolve({ input: LAPTOP })),
  write(userDevice.token)(async (scene) => {
    const me = await scene.member();
    const { device_code, user_code } = await waiting(scene);
    await scene.api.call(userDevice.allow, { user_code }, me);
    scene.api.clock.advance(MINUTE);
    return { input: { device_code } };
  }),
  write(userDevice.lookup)(async (scene) => {
    const me = await scene.member();
    const { user_code } = await waiting(scene);
    return { input: { user_code }, by: me };
  }),
  write(userDevice.allow)(async (scene) => {
    const me = await scene.member();
    const { user_code } = await waiting(scene);
    return { input: { user_code }, by: me };
  }),
  write(userDevice.deny)(async (scene) => {
    const me = await scene.member();
    const { user_code } = await waiting(scene);
    return { input: { user_code }, by: me };
  }),

  write(userInfo.saveUser)(async (scene) => ({
    input: { nickname: '海边的船长7', gender: 'female', birthday: '1990-02-28' },
    by: await scene.member(),
  })),
  write(userInfo.uploadHeadImg)(async (scene) => {
    const me = await scene.member();
    await scene.api.call(userInfo.uploadHeadImg, fileForm(await png(400, 300)), me);
    return { input: fileForm(await png(320, 320)), by: me };
  }),
  write(userInfo.prove)(async (scene) => {
    const me = await scene.member();
    await provedLongAgo(scene, me);
    return { input: { password: PASSWORD }, by: me };
  }),
  write(
    userInfo.prove,
    'with a passkey',
  )(async (scene) => {
    const me = await scene.member();
    const { device } = await withPasskey(scene.api, me);
    const { data } = await scene.api.call(userFactor.passkeyProve, {}, me);
    await provedLongAgo(scene, me);
    return { input: { passkey: device.sign(data.options) }, by: me };
  }),
  write(userInfo.changePassword)(async (scene) => {
    const me = await scene.member();
    await signedInAs(scene.api, me.email);
    const input = { old_password: PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    return { input, by: me };
  }),
  write(userInfo.changeEmailVerify)(async (scene) => {
    const me = await scene.member();
    const caller = { token: me.token };
    const code = await codeFor(scene.api, { email: me.email, scene: 'USER_INFO_CHANGE_EMAIL', caller });
    return { input: { code }, by: me };
  }),
  write(userInfo.changeEmailConfirm)(async (scene) => {
    const me = await scene.member();
    const changeToken = await changing(scene, me);
    const email = scene.named('new address', someEmail());
    const caller = { token: me.token };
    const code = await codeFor(scene.api, { email, scene: 'USER_INFO_CHANGE_EMAIL', changeToken, caller });
    return { input: { change_token: changeToken, new_email: email, code }, by: me };
  }),
  write(userInfo.changeEmailCommit)(async (scene) => {
    const me = await scene.member();
    await signedInAs(scene.api, me.email);
    const change_token = await confirmed(scene, me, scene.named('new address', someEmail()));
    return { input: { change_token }, by: me };
  }),
  write(userInfo.revokeSession)(async (scene) => {
    const me = await scene.member();
    await signedInAs(scene.api, me.email);
    return { input: {}, by: me };
  }),
  write(userInfo.deletePrepare)(async (scene) => ({
    input: { password: PASSWORD },
    by: await scene.member(),
  })),
  write(userInfo.deleteConfirm)(async (scene) => {
    const me = await scene.member();
    await scene.api.call(userInfo.uploadHeadImg, fileForm(await png(400, 300)), me);
    await scene.api.call(userInfo.deletePrepare, { password: PASSWORD }, me);
    return { input: { code: (await codeSentTo(scene.api, me.email)) ?? '' }, by: me };
  }),
  write(userInfo.saveMailPreferences)(async (scene) => {
    const me = await scene.member();
    await scene.api.call(userInfo.saveMailPreferences, { muted: ['licence_reminder'] }, me);
    return { input: { muted: ['review_success', 'feedback_answer'] }, by: me };
  }),

  write(userFactor.totpBegin)(async (scene) => ({ input: {}, by: await scene.member() })),
  write(userFactor.totpConfirm)(async (scene) => {
    const me = await scene.member();
    const { data } = await scene.api.call(userFactor.totpBegin, {}, me);
    return { input: { code: authenticator(scene.api, data.secret).code() }, by: me };
  }),
  write(userFactor.totpRemove)(async (scene) => {
    const me = await scene.member();
    await withAuthenticator(scene.api, me);
    return { input: {}, by: me };
  }),
  write(userFactor.passkeyBegin)(async (scene) => ({ input: {}, by: await scene.member() })),
  write(userFactor.passkeyFinish)(async (scene) => {
    const me = await scene.member();
    const { data } = await scene.api.call(userFactor.passkeyBegin, {}, me);
    const credential = new SoftAuthenticator().make(data.options);
    return { input: { label: 'Laptop', credential }, by: me };
  }),
  write(userFactor.passkeyRename)(async (scene) => {
    const me = await scene.member();
    const { id } = await withPasskey(scene.api, me);
    return { input: { id, label: 'Phone' }, by: me };
  }),
  write(userFactor.passkeyRemove)(async (scene) => {
    const me = await scene.member();
    const { id } = await withPasskey(scene.api, me);
    return { input: { id }, by: me };
  }),
  write(userFactor.passkeyProve)(async (scene) => {
    const me = await scene.member();
    await withPasskey(scene.api, me);
    return { input: {}, by: me };
  }),
  write(userFactor.recoveryCodes)(async (scene) => {
    const me = await scene.member();
    await withAuthenticator(scene.api, me);
    return { input: {}, by: me };
  }),
];
