/** The server's texts about a licence: the reason of its status, and the owner's next step. */
export const licence = {
  plan: { m1: '1 个月', m3: '3 个月', m6: '6 个月', m12: '12 个月', permanent: '永久' },
  why: {
    unused: '尚未绑定服务器，授权期从首次绑定时开始。',
    active: '授权有效，{{expires}}到期，还剩 {{days}} 天。',
    active_permanent: '永久授权，没有到期日。',
    active_unbound: '授权期已开始，{{expires}}到期，目前未绑定服务器。解绑不会暂停计时。',
    active_unbound_permanent: '永久授权，目前未绑定服务器。',
    expiring: '授权将于 {{expires}}到期，还剩 {{days}} 天。',
    expired_grace: '授权已于 {{expires}}到期。到期时断网的客户端最晚可用到 {{grace}}，数据和绑定都已保留。',
    expired: '授权已于 {{expires}}到期。',
    revoked_refund: '订单已退款，授权于 {{revoked}}失效。',
    revoked_operator: '授权已于 {{revoked}}失效。原因：{{reason}}',
    in_transfer: '正在转让给 {{to}}，对方须在 {{until}}（北京时间）前接受。',
  },
  next: {
    bind: '在“绑定服务器”中输入授权码、服务器名称和指纹，绑定后即可使用。',
    none: '无需操作。',
    renew: '到期前续期，时间从到期日起顺延。',
    renew_lapsed: '续期后从付款时重新计时，原绑定的服务器无需重新绑定。',
    renew_lapsed_unbound: '续期后从付款时重新计时，绑定服务器后即可使用。',
    buy: '如需继续使用，请重新购买授权码。',
    contact: '如有疑问，请联系客服。',
    cancel_transfer: '请先取消转让，再续期。',
    wait: '请等待对方接受，或取消转让。',
  },
};
