/** What the server says about a licence: why it is in its state, and what its owner can do next. */
export const licence = {
  plan: { m1: '1 个月', m3: '3 个月', m6: '6 个月', m12: '12 个月', permanent: '永久' },
  why: {
    unused: '还没有绑定过服务器，授权期从首次绑定那天算起。',
    active: '授权正常，有效期到 {{expires}}，还剩 {{days}} 天。',
    active_permanent: '永久授权，没有到期日。',
    active_unbound: '授权期已经开始，有效期到 {{expires}}，但现在没有绑定服务器。解绑不会暂停计时。',
    active_unbound_permanent: '永久授权，现在没有绑定服务器。',
    expiring: '授权将于 {{expires}}到期，还剩 {{days}} 天。',
    expired_grace: '授权已于 {{expires}}到期。当时断网的客户端最晚可用到 {{grace}}，数据和绑定都还在。',
    expired: '授权已于 {{expires}}到期。',
    revoked_refund: '订单已退款，授权于 {{revoked}}失效。',
    revoked_operator: '授权于 {{revoked}}被我们停用。原因：{{reason}}',
    in_transfer: '正在转让给 {{to}}，对方需在 {{until}}（北京时间）前接受。',
  },
  next: {
    bind: '在“绑定服务器”里填写授权码、服务器名称和指纹，绑定后就能使用。',
    none: '现在不用做什么。',
    renew: '到期前续期，新的授权期从到期日接着算，不会损失时间。',
    renew_lapsed: '续期后从付款那一刻重新计时，原来绑定的服务器无需重新绑定。',
    renew_lapsed_unbound: '续期后从付款那一刻重新计时，然后绑定服务器即可使用。',
    buy: '需要继续使用的话，请重新购买授权码。',
    contact: '如有疑问，请联系客服。',
    wait: '等对方接受，或者取消转让。',
  },
};
