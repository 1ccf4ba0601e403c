/**
 * Runs before the first picture: the kept theme, and whether somebody is probably signed in. Its hash stands in the
 * content policy, so it holds no value that changes.
 */
export const HEAD_SCRIPT = `(()=>{const d=document.documentElement.dataset;const h=location.protocol==='https:'?'__Host-':'';let c='';try{c=document.cookie}catch{}c=c.split('; ');for(const t of['light','dark'])if(c.includes(h+'theme='+t))d.theme=t;if(c.includes(h+'signed_in=1'))d.signedIn=''})()`;
