import { endpoint, idempotent, personal } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/download.ts';

export const clientDownload = {
  releases: endpoint<ShapeOf<typeof schemas.releases>>('GET', '/client_download/releases', 'public'),
  update: personal(
    endpoint<ShapeOf<typeof schemas.clientUpdate>>('POST', '/client_download/update', 'public'),
  ),
  claim: idempotent(endpoint<ShapeOf<typeof schemas.claim>>('POST', '/client_download/claim', 'public')),
  file: endpoint<ShapeOf<typeof schemas.clientFile>>('GET', '/client_download/file', 'public', 'raw'),
};

export const privateDeploy = {
  versions: endpoint<ShapeOf<typeof schemas.versions>>('GET', '/private_deploy/versions', 'public'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/private_deploy/detail', 'public'),
  installScript: endpoint<ShapeOf<typeof schemas.installScript>>(
    'GET',
    '/private_deploy/install.sh',
    'public',
    'raw',
  ),
  file: endpoint<ShapeOf<typeof schemas.privateFile>>('GET', '/private_deploy/file', 'public', 'raw'),
};

/** A visitor without an invitation requests one. */
export const invite = {
  request: idempotent(endpoint<ShapeOf<typeof schemas.inviteRequest>>('POST', '/invite/request', 'public')),
};

export const adminInvite = {
  list: endpoint<ShapeOf<typeof schemas.invitations>>('GET', '/admin_invite/list', 'operator'),
  create: idempotent(
    endpoint<ShapeOf<typeof schemas.createInvitation>>('POST', '/admin_invite/create', 'operator'),
  ),
  createMany: idempotent(
    endpoint<ShapeOf<typeof schemas.createInvitations>>('POST', '/admin_invite/create_many', 'operator'),
  ),
  revoke: endpoint<ShapeOf<typeof schemas.revokeInvitation>>('POST', '/admin_invite/revoke', 'operator'),
  requests: endpoint<ShapeOf<typeof schemas.inviteRequests>>('GET', '/admin_invite/requests', 'operator'),
  answer: idempotent(
    endpoint<ShapeOf<typeof schemas.answerInviteRequest>>('POST', '/admin_invite/answer', 'operator'),
  ),
};

export const adminRelease = {
  list: endpoint<ShapeOf<typeof schemas.allReleases>>('GET', '/admin_release/list', 'operator'),
  publish: endpoint<ShapeOf<typeof schemas.publish> & { body: FormData }>(
    'POST',
    '/admin_release/publish',
    'operator',
    'form',
  ),
  require: idempotent(
    endpoint<ShapeOf<typeof schemas.requireRelease>>('POST', '/admin_release/require', 'operator'),
  ),
  withdraw: idempotent(
    endpoint<ShapeOf<typeof schemas.withdraw>>('POST', '/admin_release/withdraw', 'operator'),
  ),
};
